import { showNaira, toNaira } from '#contract/money.ts'
import { listOf } from '#server/db/rows.ts'
import { section, type PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import {
  cardOf,
  erasePayments,
  logsUnder,
  mergePayments,
  paymentsOf,
  unmergePayments,
  type PaymentChanges,
} from './store.ts'
import { number, query } from '#server/db/query.ts'

export const person: PersonalData = {
  columns: personalColumns,
  sections: (db, { ids, emails }) => [
    section('cards', 'brand first6 last4 expiry', async () => {
      const card = ids[0] === undefined ? null : await cardOf(db, ids[0])
      return card ? [card] : []
    }),
    section('payments', 'reference plan months naira state message created_at settled_at', async () =>
      (await Promise.all(ids.map((one) => paymentsOf(db, one)))).flatMap(({ charges }) => charges),
    ),
    section('payment-logs', 'at reference email naira purchase_type status message', async () => [
      ...(await Promise.all(ids.map((one) => paymentsOf(db, one)))).flatMap(({ logs }) => logs),
      ...(await logsUnder(db, emails)),
    ]),
  ],
  counts: async (db, { ids, emails }) => {
    const those = listOf(ids, 'bigint')
    const { rows } = await query(db, { payments: number, cards: number })`
      select (select count(*) from payment_events where customer_id = any(${those})
          or customer_id is null and email <> '' and lower(email) = any(${listOf(emails, 'text')})) as payments,
        (select count(*) from payment_cards where customer_id = any(${those})) as cards`
    return rows[0]!
  },
  owed: async (db, { ids }) => {
    const { rows } = await query(db, { kobo: number })`
      select kobo from payment_intents where customer_id = any(${listOf(ids, 'bigint')}) and settled_at is null order by id`
    return rows.map(({ kobo }) => ({ text: `A card payment of ${showNaira(toNaira(kobo))} is in progress` }))
  },
  erase: (tx, { references }) => erasePayments(tx, references.ids, references.emails),
  compare: async (db, id) => {
    const card = await cardOf(db, id)
    return { fields: { paymentCard: card && `${card.brand} •••• ${card.last4}, ${card.expiry}` } }
  },
  merge: (tx, { survivor, merged, sideOf }) =>
    mergePayments(tx, merged, survivor, sideOf('paymentCard') === 'other' ? merged : survivor),
  unmerge: (tx, { survivor, merged, changes }) => unmergePayments(tx, { survivor, merged }, changes as PaymentChanges),
}
