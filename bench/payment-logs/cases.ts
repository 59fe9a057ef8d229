import type pg from 'pg'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { MOST_FOUND } from '#features/payments/payment-logs/rules.ts'
import type { Case } from '../compare.ts'
import { COMMON_WORD, EVERYWHERE, RARE_WORD, referenceOf } from '../seeding.ts'
import {
  BY_AMOUNT,
  detail,
  filteredPage,
  FOR_CONCESSIONS,
  foundPage,
  foundRows,
  NO_METHOD,
  page,
  PARTLY_REFUNDED,
  PER_PAGE,
  refunds,
  refundSums,
  SUCCEEDED,
  sums,
  type Answer,
} from './baseline-sql.ts'
import { detailed } from './seed.ts'

/** How many payments there are, and how many of them are customers'. */
export type Size = { all: number; customers: number }

/** How much the database of the measurement has. */
export async function sizeOf(pool: pg.Pool): Promise<Size> {
  const { rows } = await pool.query<Size>(`
    select sum(count)::bigint as all, sum(count) filter (where is_customer)::bigint as customers from payment_days`)
  return rows[0]!
}

export function cases({ all, customers }: Size): Case[] {
  const list = (name: string, query: Record<string, string | number>, bare: Answer): Case => {
    const params = new URLSearchParams({ page: 1, perPage: PER_PAGE, userType: 'ALL', ...query } as never)
    return { name, path: `/api${paymentLogs.list.path}?${params}`, bare }
  }
  const search = (name: string, word: string): Case => ({
    name,
    path: `/api${paymentLogs.search.path}?${new URLSearchParams({ searchInput: word })}`,
    bare: foundRows(word, MOST_FOUND),
  })
  const middleOf = (rows: number) => Math.floor(rows / PER_PAGE / 2)
  const last = Math.ceil(all / PER_PAGE)
  const [middleCustomers, middleGuests] = [middleOf(customers), middleOf(all - customers)]
  const one = detailed(all)
  const [CUSTOMER, GUEST] = [{ userType: 'CUSTOMER' }, { userType: 'GUEST' }]
  return [
    list('all, first page', {}, page('ALL', 1)),
    list('all, middle page', { page: middleOf(all) }, page('ALL', middleOf(all))),
    list('all, last page', { page: last }, page('ALL', last)),
    list('customers, first page', CUSTOMER, page('CUSTOMER', 1)),
    list('customers, middle page', { ...CUSTOMER, page: middleCustomers }, page('CUSTOMER', middleCustomers)),
    list('guests, first page', GUEST, page('GUEST', 1)),
    list('guests, middle page', { ...GUEST, page: middleGuests }, page('GUEST', middleGuests)),
    list('rare word', { search: RARE_WORD }, foundPage(RARE_WORD)),
    list('reference', { search: referenceOf(one) }, foundPage(referenceOf(one))),
    list('common word', { search: COMMON_WORD }, foundPage(COMMON_WORD)),
    list('common word, page 40', { search: COMMON_WORD, page: 40 }, foundPage(COMMON_WORD, 40)),
    list('what everybody has', { search: EVERYWHERE }, foundPage(EVERYWHERE)),
    list('paid in no known way', { method: '-' }, filteredPage(NO_METHOD)),
    list('paid in no known way, by amount', { method: '-', sort: 'amount' }, filteredPage(NO_METHOD, BY_AMOUNT)),
    list(
      'succeeded, paid in no known way',
      { status: 'succeeded', method: '-' },
      filteredPage(`${SUCCEEDED} and ${NO_METHOD}`),
    ),
    list('partly refunded', { status: 'partly_refunded' }, filteredPage(PARTLY_REFUNDED)),
    list(
      'partly refunded, paid in no known way',
      { status: 'partly_refunded', method: '-' },
      filteredPage(`${PARTLY_REFUNDED} and ${NO_METHOD}`),
    ),
    list('for concessions', { kind: 'concession' }, filteredPage(FOR_CONCESSIONS)),
    list(
      'for concessions, by amount',
      { kind: 'concession', sort: 'amount' },
      filteredPage(FOR_CONCESSIONS, BY_AMOUNT),
    ),
    {
      name: 'sums of no known way, 30 days',
      path: `/api${paymentLogs.sums.path}?${new URLSearchParams({ method: '-', date: 'today-29..today' })}`,
      bare: sums(30),
    },
    { name: 'refunds', path: `/api${paymentLogs.refunds.path}?page=1&perPage=${PER_PAGE}`, bare: refunds },
    { name: 'sums of refunds', path: `/api${paymentLogs.refundSums.path}`, bare: refundSums },
    search('search call, rare word', RARE_WORD),
    search('search call, common word', COMMON_WORD),
    { name: 'one payment', path: `/api${paymentLogs.detail.path.replace('{id}', String(one))}`, bare: detail(one) },
  ]
}
