import { sql, type SQL } from 'drizzle-orm'
import { PERSONAL_KEYS } from '#features/audit/rules.ts'
import { noteChange } from '#features/customers/server/public.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { columnsIn, type Holding, type InPerson, type Traces, type Words } from '#server/person.ts'
import type { Kept } from '../contract.ts'
import { tracesOf, wordsOf } from './traces.ts'

export type Erased = { kept: Kept[]; pictures: string[] }

/**
 * Erases who a customer was, in the caller's transaction, which holds the row: each owner takes the person out of what it
 * holds. Rows that figures are made of stay, without the person; `npm run rollups:check` finds nothing afterwards.
 * @returns what was kept, and the pictures that are to be removed when the transaction has committed
 */
export async function erasePerson(
  { people, env: { dayZone: zone } }: App,
  tx: Db,
  id: number,
  by: Actor,
  now: Date,
): Promise<Erased> {
  const traces = await tracesOf(tx, id)
  await tx.execute(sql`
    select from customers where id = any(${listOf(traces.ids, 'bigint')}) order by id for update`)
  const words = await wordsOf(tx, traces)
  const { kept } = await inventory(people, tx, traces, words)
  const erasing = { traces, words, by, now, zone }
  for (const one of people) if (!one.isLast) await one.erase?.(tx, erasing)
  for (const { holds } of people)
    for (const [table, holding] of Object.entries(holds)) await freeWords(tx, table, holding, words)
  for (const one of people) if (one.isLast) await one.erase?.(tx, erasing)
  await tx.execute(sql`
    select erase_from_audit(${listOf(traces.ids.map(String), 'text')}, ${listOf(words.own, 'text')},
      ${listOf(words.anywhere, 'text')}, ${listOf(words.needles, 'text')}, ${listOf(PERSONAL_KEYS, 'text')})`)
  await tx.execute(sql`
    insert into erasures (customer_id, at, actor_id, actor, kept)
    values (${id}, ${now.toISOString()}, ${by.id}, ${by.name}, ${JSON.stringify(kept)}::jsonb)`)
  await noteChange(tx, id, 'erased', now)
  return { kept, pictures: await unshared(tx, traces.pictures) }
}

/** Takes the person out of what was written freely in a table. */
async function freeWords(tx: Db, table: string, { freed, freedJson }: Holding, { anywhere, needles }: Words) {
  const [texts, json] = [freed, freedJson].map((said) => columnsIn(said).map((name) => sql.raw(name))) as [SQL[], SQL[]]
  if (needles.length === 0 || texts.length + json.length === 0) return
  // Of the queue's tables some are there only where its runner has been.
  const there = await tx.execute<{ name: string | null }>(sql`select to_regclass(${table})::text as name`)
  if (!there.rows[0]!.name) return
  const words = listOf(anywhere, 'text')
  const changes = [
    ...texts.map((name) => sql`${name} = without_words(${name}, ${words})`),
    ...json.map((name) => sql`${name} = without_words(${name}, ${words}, '{}')`),
  ]
  await tx.execute(sql`
    update ${sql.raw(table)} set ${sql.join(changes, sql`, `)}
    where lower(concat_ws(' ', ${sql.join([...texts, ...json], sql`, `)})) like any(${listOf(needles, 'text')})`)
}

/** Pictures are stored by their content: one that somebody else has as well stays. */
async function unshared(tx: Db, pictures: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ picture: string }>(sql`
    select picture from unnest(${listOf(pictures, 'text')}) x(picture)
    where not exists (select from customers c where c.profile_image = x.picture)`)
  return rows.map(({ picture }) => picture)
}

/** What goes and what stays, counted. */
export async function inventory(
  people: readonly InPerson[],
  db: Db,
  traces: Traces,
  words: Words,
): Promise<{ goes: { what: string; count: number }[]; kept: Kept[] }> {
  const counts: Record<string, number> = {}
  for (const one of people) Object.assign(counts, await one.counts?.(db, traces, words))
  const n = (name: string) => counts[name] ?? 0
  const bought = n('purchases') + n('guest_purchases')
  const there = <T extends { count: number }>(lines: T[]) => lines.filter(({ count }) => count > 0)
  return {
    goes: there([
      { what: 'Name, email, phone, date of birth and all else of the profile', count: traces.ids.length },
      { what: 'Pictures', count: traces.pictures.length },
      { what: 'Stored payment card', count: n('cards') },
      { what: 'Notes that staff wrote', count: n('notes') },
      { what: 'Kids club membership, with guardian and consent', count: n('club') },
      { what: 'Name, email and phone on purchases', count: bought },
      { what: 'Name, email and phone on cube bookings', count: n('cubes') },
      { what: 'Name on reviews', count: n('reviews') },
      { what: 'Letters that wait or were sent', count: n('letters') },
      { what: 'What staff wrote in the points ledger', count: n('points') },
      { what: 'Name, email and phone in the audit log', count: n('audited') },
      { what: 'Name, email and phone in error reports', count: n('errors') },
    ]),
    kept: there([
      {
        what: 'Purchases: what, when, where and for how much',
        count: bought,
        why: 'The accounts have to be kept; they no longer say who bought',
      },
      { what: 'Refunds', count: n('refunds'), why: 'They belong to the purchases' },
      {
        what: 'Cube bookings: when, which cube and for how much',
        count: n('cubes'),
        why: 'The accounts have to be kept',
      },
      { what: 'Payments by card: amount and outcome', count: n('payments'), why: 'The accounts refer to them' },
      { what: 'Subscriptions', count: n('events'), why: 'The figures of subscriptions are made of them' },
      {
        what: 'Tickets that were redeemed',
        count: n('redemptions'),
        why: 'The figures of attendance are made of them',
      },
      { what: 'Lines of the points ledger: amounts alone', count: n('points'), why: 'A ledger has no gaps' },
      {
        what: 'Lines of the audit log: who did what, and when',
        count: n('audited'),
        why: 'What staff did has to stay provable; the lines no longer say about whom',
      },
      { what: 'Reviews and likes, without a name', count: n('reviews'), why: 'They count for the movie' },
      {
        what: 'The number by which the shop knows the customer',
        count: traces.ids.length,
        why: 'So that what it reports later of them stays without a name',
      },
    ]),
  }
}
