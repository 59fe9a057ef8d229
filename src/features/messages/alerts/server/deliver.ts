import { sql } from 'drizzle-orm'
import { addDays, clockOf, dayOf, type Day } from '#contract/time.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import { peopleWithRights, type Person } from '#server/auth/people.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import { markDelivered, takeUndelivered, type Undelivered } from '#server/alerts/raise.ts'
import { EMAIL_AGAIN_MS, EMAILS_AN_HOUR, type EmailMode, type Choice } from '../rules.ts'
import { ALERT } from './kinds.ts'
import { choiceIn, choicesFor } from './store.ts'
import { isFor } from './readers.ts'
import { number, orNull, query, text, textOf } from '#server/db/query.ts'

const HOUR_MS = 3_600_000
/** What is older is no news: lines that a program reports late. */
const NEWS_MS = 24 * HOUR_MS
/** Equal ones that are counted in one statement. */
const AT_ONCE = 1000

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()

/**
 * Gives what was raised to people. Equal ones go together, in one transaction, which holds them: two servers that do it at
 * once deliver each once. @returns whether there was something to deliver
 */
export async function deliverSome(tx: Db, app: App, now: Date): Promise<boolean> {
  const undelivered = await takeUndelivered(tx, AT_ONCE)
  const [first] = undelivered
  if (!first) return false
  const news = undelivered.filter(({ at, isSettled }) => !isSettled && now.getTime() - at.getTime() < NEWS_MS)
  if (news.length) {
    const choices = await choicesFor(tx, first.kind)
    const readers = (await peopleWithRights(tx))
      .filter(({ id }) => id !== first.exceptId && (first.onlyId === null || id === first.onlyId))
      .filter((person) => isFor(person, first))
      .map((person) => ({ ...person, ...choiceIn(choices, person.id) }))
      .filter(({ inOffice, email }) => inOffice || email !== 'none')
    if (readers.length) await deliver(tx, app, readers, news, now)
  }
  await markDelivered(tx, undelivered, now)
  return true
}

type Reader = Person & Choice

async function deliver(tx: Db, app: App, readers: Reader[], news: Undelivered[], now: Date): Promise<void> {
  const { kind, key } = news[0]!
  const byTime = news.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const [first, last] = [byTime[0]!, byTime.at(-1)!]
  const rows = readers.map(({ id, inOffice, email }) => ({ admin_id: id, in_office: inOffice, email }))
  // Whoever gets it by email alone reads nothing here: each email counts what came since the one before.
  const isEmailedAlone = sql`not excluded.in_office and p.emailed_at >= p.last_at`
  const gotRow = { id: number, admin_id: number, email: textOf<EmailMode>(), emailed_at: orNull(text) }
  const { rows: got } = await query(tx, gotRow)`
    insert into alert_deliveries as p
      (admin_id, alert_id, kind, key, count, first_at, last_at, in_office, email, due_day)
    select x.admin_id, ${last.id}, ${kind}, ${key}, ${news.length}, ${first.at.toISOString()}, ${last.at.toISOString()},
      x.in_office, x.email, case when x.email = 'daily' then ${dailyEmailDayOf(now, app.env)}::date end
    from ${rowsOf(rows, 'admin_id integer, in_office boolean, email text')} order by x.admin_id
    on conflict (admin_id, kind, key) where read_at is null do update set
      alert_id = excluded.alert_id, last_at = greatest(p.last_at, excluded.last_at),
      count = case when ${isEmailedAlone} then excluded.count else p.count + excluded.count end,
      first_at = case when ${isEmailedAlone} then excluded.first_at else p.first_at end, in_office = excluded.in_office, email = excluded.email,
      due_day = coalesce(p.due_day, excluded.due_day)
    returning id, admin_id, email, emailed_at`
  const again = before(now, EMAIL_AGAIN_MS)
  const byEmail = got.filter(
    ({ email, emailed_at }) => email === 'now' && (!emailed_at || new Date(emailed_at).toISOString() <= again),
  )
  if (byEmail.length) await writeAtOnce(tx, app, readers, byEmail, now)
}

/** An email to each, at once, but to those who had many within the hour: for them it waits for the daily email. */
async function writeAtOnce(
  tx: Db,
  { jobs, env }: App,
  readers: Reader[],
  got: { id: number; admin_id: number }[],
  now: Date,
): Promise<void> {
  const { rows } = await query(tx, { admin_id: number })`
    select admin_id from alert_deliveries
    where admin_id = any(${listOf(
      got.map((one) => one.admin_id),
      'bigint',
    )}) and email = 'now' and emailed_at > ${before(now, HOUR_MS)}
    group by admin_id having count(*) >= ${EMAILS_AN_HOUR}`
  const full = new Set(rows.map((row) => row.admin_id))
  const idsOf = (those: typeof got) =>
    listOf(
      those.map(({ id }) => id),
      'bigint',
    )
  const [later, atOnce] = [got.filter((one) => full.has(one.admin_id)), got.filter((one) => !full.has(one.admin_id))]
  await tx.execute(sql`
    update alert_deliveries set email = 'daily', due_day = coalesce(due_day, ${dailyEmailDayOf(now, env)}::date)
    where id = any(${idsOf(later)})`)
  await tx.execute(sql`
    update alert_deliveries set emailed_at = ${now.toISOString()}, due_day = null where id = any(${idsOf(atOnce)})`)
  const addresses = new Map(readers.map(({ id, email }) => [id, email]))
  for (const { id, admin_id: adminId } of atOnce)
    await queueEmail(tx, jobs, { kind: ALERT, recipient: addresses.get(adminId)!, params: { adminId, id } }, now)
}

/** In the digest of which day stands what is delivered now. */
const dailyEmailDayOf = (now: Date, { zone, dailyEmailAt }: App['env']): Day =>
  clockOf(now, zone) < dailyEmailAt ? dayOf(now, zone) : addDays(dayOf(now, zone), 1)
