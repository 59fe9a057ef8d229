import { sql } from 'drizzle-orm'
import { PERSONAL_KEYS } from '#contract/personal-keys.ts'
import type { CustomerOrGuest } from '#features/customers/customers/contract.ts'
import { noteChange } from '#features/customers/customers/server/public.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { conflict, notFound } from '#server/http/problem.ts'
import { isStoredName } from '#server/integrations/storage/names.ts'
import { guestId, type PersonalData, type PersonReferences, type SearchTerms } from '#server/person.ts'
import type { Retained } from '../contract.ts'
import { messages } from '../rules.ts'
import { addErasure } from './erasures.ts'
import { eraseTexts, removePictures } from './jobs.ts'
import { textTables } from './texts.ts'
import { personReferencesOf, searchTermsOf } from './person-references.ts'
import { query, text } from '#server/db/query.ts'

/**
 * Erases who a person was, in the caller's transaction: each owner takes them out of what it finds by their ids and
 * addresses. A job takes them out of texts after that commits. Rows that figures are made of stay, without the person;
 * `npm run rollups:check` finds nothing afterwards.
 * @returns what was kept
 * @throws 404 of a guest of whom there is nothing, 409 while something is owed that no one could give to a person without a name
 */
export async function erasePerson(
  app: App,
  tx: Db,
  whose: CustomerOrGuest,
  { by, reason, now }: { by: Actor; reason: string; now: Date },
): Promise<Retained[]> {
  const { people, env, jobs } = app
  const references = await personReferencesOf(tx, whose)
  await tx.execute(sql`
    select from customers where id = any(${listOf(references.ids, 'bigint')}) order by id for update`)
  const toSettle = (await owedTo(app, tx, references, now)).find(({ isToSettle }) => isToSettle)
  if (toSettle) throw conflict(messages.toSettle(toSettle.text))
  const terms = await searchTermsOf(tx, references)
  const { goes, retained } = await inventory(people, tx, references, terms)
  if (goes.length === 0) throw notFound('guest')
  const erasing = { references: references, searchTerms: terms, by, now, zone: env.dayZone }
  for (const isLast of [false, true])
    for (const one of people) if (Boolean(one.isLast) === isLast) await one.erase?.(tx, erasing)
  await tx.execute(sql`
    select erase_from_audit(${listOf(references.ids.map(String), 'text')}, ${listOf(references.emails.map(guestId), 'text')},
      ${listOf([...terms.anywhere, ...terms.own], 'text')}, ${listOf(PERSONAL_KEYS, 'text')})`)
  await addErasure(tx, whose, { by, reason, now, retained, searchTerms: terms, tables: textTables(people) })
  if ('id' in whose) await noteChange(tx, whose.id, 'erased', now)
  await jobs.send(eraseTexts, {}, { db: tx })
  const pictures = await unshared(tx, references.pictures)
  const names = pictures.map((address) => address.replace(/^.*\//, '')).filter(isStoredName)
  if (names.length) await jobs.send(removePictures, { names }, { db: tx })
  return retained
}

/** Pictures are stored by their content: one that somebody else has as well stays. */
async function unshared(tx: Db, pictures: readonly string[]): Promise<string[]> {
  const { rows } = await query(tx, { picture: text })`
    select picture from unnest(${listOf(pictures, 'text')}) x(picture)
    where not exists (select from customers c where c.profile_image = x.picture)`
  return rows.map(({ picture }) => picture)
}

/** What runs for a person or is owed to them, by the owners of it; what is to be settled first comes first. */
export async function owedTo(
  { people, env }: App,
  db: Db,
  references: PersonReferences,
  now: Date,
): Promise<{ text: string; isToSettle: boolean }[]> {
  const owed: { text: string; isToSettle: boolean }[] = []
  for (const one of people)
    for (const { text, isToSettle = false } of (await one.owed?.(db, references, { now, zone: env.zone })) ?? [])
      owed.push({ text, isToSettle })
  return owed.toSorted((one, other) => Number(other.isToSettle) - Number(one.isToSettle))
}

/** What goes and what stays, counted. */
export async function inventory(
  people: readonly PersonalData[],
  db: Db,
  references: PersonReferences,
  terms: SearchTerms,
): Promise<{ goes: { what: string; count: number }[]; retained: Retained[] }> {
  const counts: Record<string, number> = {}
  for (const one of people) Object.assign(counts, await one.counts?.(db, references, terms))
  const n = (name: string) => counts[name] ?? 0
  const bought = n('purchases') + n('guest_purchases')
  const there = <T extends { count: number }>(lines: T[]) => lines.filter(({ count }) => count > 0)
  return {
    goes: there([
      { what: 'Name, email, phone, date of birth and everything else in the profile', count: references.ids.length },
      { what: 'Pictures', count: references.pictures.length },
      { what: 'Stored payment card', count: n('cards') },
      { what: 'Notes that staff wrote', count: n('notes') },
      { what: 'Kids club membership, with guardian and consent', count: n('club') },
      { what: 'Name, email and phone on purchases', count: bought },
      { what: 'Name, email and phone on cube bookings', count: n('cubes') },
      { what: 'Name on reviews', count: n('reviews') },
      { what: 'Queued and sent emails', count: n('emails') },
      { what: 'Reasons that staff entered for points', count: n('points') },
      { what: 'Name, email and phone in the audit log', count: n('audited') },
      { what: 'Name, email and phone in error reports', count: n('errors') },
    ]),
    retained: there([
      {
        what: 'Purchases: what, when, where and for how much',
        count: bought,
        reason: 'Required for accounting, without the buyer',
      },
      { what: 'Refunds', count: n('refunds'), reason: 'Part of the purchases' },
      {
        what: 'Cube bookings: when, which cube and for how much',
        count: n('cubes'),
        reason: 'Required for accounting',
      },
      { what: 'Payments by card: amount and outcome', count: n('payments'), reason: 'Required for accounting' },
      { what: 'Subscriptions', count: n('events'), reason: 'Needed for subscription reports' },
      {
        what: 'Redeemed tickets',
        count: n('redemptions'),
        reason: 'Needed for attendance reports',
      },
      {
        what: 'Points transactions: amounts only',
        count: n('points'),
        reason: 'Keeps the ledger complete',
      },
      {
        what: 'Audit log entries: who did what, and when',
        count: n('audited'),
        reason: 'Staff actions must stay traceable, without the person',
      },
      {
        what: 'Reviews and likes, without a name',
        count: n('reviews'),
        reason: 'Included in the ratings of the movie',
      },
      {
        what: "The customer's ID in the shop",
        count: references.ids.length,
        reason: 'Later reports from the shop stay without a name',
      },
    ]),
  }
}
