import { sql, type SQL } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { PERSONAL_KEYS } from '#features/audit/rules.ts'
import { countCubeBookingsOf, eraseCubeBookings } from '#features/cubes/server/store.ts'
import { closeAccount } from '#features/points/server/store.ts'
import { erasePayments } from '#features/payments/server/store.ts'
import { noteChange } from '#features/customers/server/store.ts'
import { countTrade, eraseTrade, workOut } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { Kept } from '../contract.ts'
import { tracesOf, wordsOf, type Traces, type Words } from './traces.ts'

type Actor = { id: number | null; name: string }
type At = { now: Date; zone: string }

export type Erased = { kept: Kept[]; pictures: string[] }

/**
 * Erases who a customer was, in the caller's transaction, which holds the row. Rows that figures are made of stay, without
 * the person; `npm run rollups:check` finds nothing afterwards.
 * @returns what was kept, and the pictures that are to be removed when the transaction has committed
 */
export async function erasePerson(tx: Db, id: number, by: Actor, { now, zone }: At): Promise<Erased> {
  const traces = await tracesOf(tx, id)
  await tx.execute(sql`
    select from customers where id = any(${listOf(traces.ids, 'bigint')}) order by id for update`)
  const words = await wordsOf(tx, traces)
  const { kept } = await inventory(tx, traces, words)

  for (const record of traces.ids) {
    await closeAccount(tx, record, by, now)
    await erasePayments(tx, record, traces.emails)
  }
  await eraseCubeBookings(tx, traces.emails)
  const said = [...words.anywhere, ...words.own]
  await eraseTrade(tx, traces, said)
  await eraseReports(tx, traces, said)
  await workOut(tx, zone, traces.ids)
  await eraseLetters(tx, traces)
  await eraseWords(tx, words)
  await eraseRecords(tx, traces, now)
  await tx.execute(sql`
    select erase_from_audit(${listOf(traces.ids.map(String), 'text')}, ${listOf(words.own, 'text')},
      ${listOf(words.anywhere, 'text')}, ${listOf(words.needles, 'text')}, ${listOf(PERSONAL_KEYS, 'text')})`)
  await tx.execute(sql`
    insert into erasures (customer_id, at, actor_id, actor, kept)
    values (${id}, ${now.toISOString()}, ${by.id}, ${by.name}, ${JSON.stringify(kept)}::jsonb)`)
  await noteChange(tx, id, 'erased', now)
  return { kept, pictures: await unshared(tx, traces.pictures) }
}

/** What people said of movies stays, without a name; what programs reported of them, without their words. */
async function eraseReports(tx: Db, { ids, firstNames, lastNames }: Traces, said: readonly string[]) {
  const those = listOf(ids, 'bigint')
  const words = listOf(said, 'text')
  await tx.execute(sql`
    update reviews set customer_name = '', review = without_words(review, ${words})
    where lower(customer_name) = any(${namesOf({ firstNames, lastNames })})`)
  await tx.execute(sql`
    update error_reports set message = without_words(message, ${words}), stack = without_words(stack, ${words}),
      page = without_words(page, ${words}), component = without_words(component, ${words})
    where customer_id = any(${those})`)
  await tx.execute(sql`
    update errors set message = without_words(message, ${words}), component = without_words(component, ${words})
    where id in (select error_id from error_customers where customer_id = any(${those}))`)
}

const namesOf = ({ firstNames, lastNames }: Pick<Traces, 'firstNames' | 'lastNames'>): SQL =>
  listOf(
    firstNames.flatMap((first) => lastNames.map((last) => `${first} ${last}`.toLowerCase())),
    'text',
  )

/** Letters to the person, those that wait too, and what was counted of the address. */
async function eraseLetters(tx: Db, { ids, emails }: Traces) {
  const addresses = listOf(emails, 'text')
  await tx.execute(sql`
    delete from mails where lower(recipient) = any(${addresses})
      or params ->> 'customerId' = any(${listOf(ids.map(String), 'text')})`)
  await tx.execute(sql`delete from outbox where lower(recipient) = any(${addresses})`)
  await tx.execute(sql`
    delete from rate_limits where exists (
      select from unnest(${addresses}) x(email) where position(x.email in lower(key)) > 0)`)
}

/** Where people and programs write freely, and a person may be named. Texts, then JSON. */
const FREE: [table: string, texts: string[], json?: string[]][] = [
  ['error_reports', ['message', 'stack', 'page', 'component']],
  ['errors', ['message', 'component']],
  ['reviews', ['review']],
  ['mails', ['reason'], ['params']],
  ['outbox', ['recipient', 'subject', 'body', 'html']],
  ['idempotency_keys', ['call'], ['reply']],
  ['feed_waiting', ['reason'], ['line']],
  ['integration_states', ['reason']],
  ['payment_logs', ['message']],
  ['payments', ['message']],
  ['payment_refunds', ['reason', 'message']],
  ['reconciliation_mismatches', ['note']],
  ['cube_booking_steps', ['reason']],
  ['vouchers', ['recipient']],
  ['push_notifications', ['email', 'title', 'body']],
  ['pgboss.job', [], ['data', 'output']],
]

async function eraseWords(tx: Db, { anywhere, needles }: Words) {
  if (needles.length === 0) return
  const words = listOf(anywhere, 'text')
  for (const [table, texts, json = []] of FREE) {
    // The queue's tables are there only where its runner has been.
    const there = await tx.execute<{ name: string | null }>(sql`select to_regclass(${table})::text as name`)
    if (!there.rows[0]!.name) continue
    const columns = [...texts, ...json].map((name) => sql.raw(name))
    const changes = [
      ...texts.map((name) => sql`${sql.raw(name)} = without_words(${sql.raw(name)}, ${words})`),
      ...json.map((name) => sql`${sql.raw(name)} = without_words(${sql.raw(name)}, ${words}, '{}')`),
    ]
    await tx.execute(sql`
      update ${sql.raw(table)} set ${sql.join(changes, sql`, `)}
      where lower(concat_ws(' ', ${sql.join(columns, sql`, `)})) like any(${listOf(needles, 'text')})`)
  }
}

/** The rows themselves stay: what is told of them later stays without a name. */
async function eraseRecords(tx: Db, { ids }: Traces, now: Date) {
  const those = listOf(ids, 'bigint')
  await tx.execute(sql`delete from push_devices where customer_id = any(${those})`)
  await tx.execute(sql`delete from kids_club_members where customer_id = any(${those})`)
  await tx.execute(sql`delete from customer_password_resets where customer_id = any(${those})`)
  await tx.execute(sql`delete from duplicate_dismissals where low_id = any(${those}) or high_id = any(${those})`)
  await tx.execute(sql`
    update customers set
      first_name = '', last_name = '', email = null, phone = null, birth_date = null, gender = null,
      billing_cycle = null, default_cinema_id = null, profile_image = null, card_number = null, card_pin_hash = null,
      password_hash = null, trailers_watched = null, aliases = '', tokens_cleared_at = ${now.toISOString()},
      erased_at = ${now.toISOString()}, version = version + 1
    where id = any(${those})`)
}

/** Pictures are stored by their content: one that somebody else has as well stays. */
async function unshared(tx: Db, pictures: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ picture: string }>(sql`
    select picture from unnest(${listOf(pictures, 'text')}) x(picture)
    where not exists (select from customers c where c.profile_image = x.picture)`)
  return rows.map(({ picture }) => picture)
}

type Counts = Record<
  'payments' | 'points' | 'reviews' | 'errors' | 'letters' | 'audited' | 'club' | 'cards' | 'pictures',
  number
>

/** What goes and what stays, counted. */
export async function inventory(
  db: Db,
  traces: Traces,
  words: Words,
): Promise<{ goes: { what: string; count: number }[]; kept: Kept[] }> {
  const those = listOf(traces.ids, 'bigint')
  const addresses = listOf(traces.emails, 'text')
  const needles = listOf(words.needles, 'text')
  const { rows } = await db.execute<Counts>(sql`
    select
      (select count(*) from payment_logs where customer_id = any(${those})) as payments,
      (select count(*) from points_ledger where customer_id = any(${those})) as points,
      (select count(*) from reviews where lower(customer_name) = any(${namesOf(traces)})) as reviews,
      (select count(*) from error_reports where customer_id = any(${those})) as errors,
      (select count(*) from mails where lower(recipient) = any(${addresses})) as letters,
      (select count(*) from (
        select id from audit_log
        where entity = 'customer' and entity_id = any(${listOf(traces.ids.map(String), 'text')})
        union
        select id from audit_log
        where entity not in ('admin', 'role')
          and words like any(${listOf(words.needles.map(fold), 'text')})
          and (actor || ' ' || action || ' ' || entity_id || ' ' || summary) ilike any(${needles})
      ) a) as audited,
      (select count(*) from kids_club_members where customer_id = any(${those})) as club,
      (select count(*) from payment_cards where customer_id = any(${those})) as cards,
      ${traces.pictures.length}::int as pictures`)
  const n = { ...rows[0]!, ...(await countTrade(db, traces)) }
  const cubes = await countCubeBookingsOf(db, traces.emails)
  const there = <T extends { count: number }>(lines: T[]) => lines.filter(({ count }) => count > 0)
  return {
    goes: there([
      { what: 'Name, email, phone, date of birth and all else of the profile', count: traces.ids.length },
      { what: 'Pictures', count: n.pictures },
      { what: 'Stored payment card', count: n.cards },
      { what: 'Kids club membership, with guardian and consent', count: n.club },
      { what: 'Name, email and phone on purchases', count: n.purchases + n.guest_purchases },
      { what: 'Name, email and phone on cube bookings', count: cubes },
      { what: 'Name on reviews', count: n.reviews },
      { what: 'Letters that wait or were sent', count: n.letters },
      { what: 'What staff wrote in the points ledger', count: n.points },
      { what: 'Name, email and phone in the audit log', count: n.audited },
      { what: 'Name, email and phone in error reports', count: n.errors },
    ]),
    kept: there([
      {
        what: 'Purchases: what, when, where and for how much',
        count: n.purchases + n.guest_purchases,
        why: 'The accounts have to be kept; they no longer say who bought',
      },
      { what: 'Refunds', count: n.refunds, why: 'They belong to the purchases' },
      { what: 'Cube bookings: when, which cube and for how much', count: cubes, why: 'The accounts have to be kept' },
      { what: 'Payments by card: amount and outcome', count: n.payments, why: 'The accounts refer to them' },
      { what: 'Subscriptions', count: n.events, why: 'The figures of subscriptions are made of them' },
      { what: 'Tickets that were redeemed', count: n.redemptions, why: 'The figures of attendance are made of them' },
      { what: 'Lines of the points ledger: amounts alone', count: n.points, why: 'A ledger has no gaps' },
      {
        what: 'Lines of the audit log: who did what, and when',
        count: n.audited,
        why: 'What staff did has to stay provable; the lines no longer say about whom',
      },
      { what: 'Reviews and likes, without a name', count: n.reviews, why: 'They count for the movie' },
      {
        what: 'The number by which the shop knows the customer',
        count: traces.ids.length,
        why: 'So that what it tells later of them stays without a name',
      },
    ]),
  }
}
