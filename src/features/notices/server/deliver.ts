import { sql } from 'drizzle-orm'
import { addDays, clockOf, dayOf, type Day } from '#contract/time.ts'
import { queueMail } from '#features/mail/server/public.ts'
import type { App } from '#server/app.ts'
import { peopleWithRights, type Person } from '#server/auth/people.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import { markDelivered, takeUndelivered, type Undelivered } from '#server/notices/raise.ts'
import { LETTER_AGAIN_MS, LETTERS_AN_HOUR, type ByMail, type Choice } from '../rules.ts'
import { NOTICE } from './kinds.ts'
import { choiceIn, choicesFor } from './store.ts'
import { isFor } from './who.ts'

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
      .filter(({ inOffice, mail }) => inOffice || mail !== 'none')
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
  const rows = readers.map(({ id, inOffice, mail }) => ({ admin_id: id, in_office: inOffice, mail }))
  // Whoever gets it by mail alone reads nothing here: each letter counts what came since the one before.
  const isMailedAlone = sql`not excluded.in_office and p.mailed_at >= p.last_at`
  type Got = { id: number; admin_id: number; mail: ByMail; mailed_at: string | null }
  const { rows: got } = await tx.execute<Got>(sql`
    insert into alert_deliveries as p
      (admin_id, notice_id, kind, key, count, first_at, last_at, in_office, mail, due_day)
    select x.admin_id, ${last.id}, ${kind}, ${key}, ${news.length}, ${first.at.toISOString()}, ${last.at.toISOString()},
      x.in_office, x.mail, case when x.mail = 'daily' then ${digestDayOf(now, app.env)}::date end
    from ${rowsOf(rows, 'admin_id integer, in_office boolean, mail text')} order by x.admin_id
    on conflict (admin_id, kind, key) where read_at is null do update set
      notice_id = excluded.notice_id, last_at = greatest(p.last_at, excluded.last_at),
      count = case when ${isMailedAlone} then excluded.count else p.count + excluded.count end,
      first_at = case when ${isMailedAlone} then excluded.first_at else p.first_at end, in_office = excluded.in_office, mail = excluded.mail,
      due_day = coalesce(p.due_day, excluded.due_day)
    returning id, admin_id, mail, mailed_at`)
  const again = before(now, LETTER_AGAIN_MS)
  const byLetter = got.filter(
    ({ mail, mailed_at }) => mail === 'now' && (!mailed_at || new Date(mailed_at).toISOString() <= again),
  )
  if (byLetter.length) await writeAtOnce(tx, app, readers, byLetter, now)
}

/** A letter to each, at once, but to those who had many within the hour: for them it waits for the daily letter. */
async function writeAtOnce(
  tx: Db,
  { jobs, env }: App,
  readers: Reader[],
  got: { id: number; admin_id: number }[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ admin_id: number }>(sql`
    select admin_id from alert_deliveries
    where admin_id = any(${listOf(
      got.map((one) => one.admin_id),
      'bigint',
    )}) and mail = 'now' and mailed_at > ${before(now, HOUR_MS)}
    group by admin_id having count(*) >= ${LETTERS_AN_HOUR}`)
  const full = new Set(rows.map((row) => row.admin_id))
  const idsOf = (those: typeof got) =>
    listOf(
      those.map(({ id }) => id),
      'bigint',
    )
  const [later, atOnce] = [got.filter((one) => full.has(one.admin_id)), got.filter((one) => !full.has(one.admin_id))]
  await tx.execute(sql`
    update alert_deliveries set mail = 'daily', due_day = coalesce(due_day, ${digestDayOf(now, env)}::date)
    where id = any(${idsOf(later)})`)
  await tx.execute(sql`
    update alert_deliveries set mailed_at = ${now.toISOString()}, due_day = null where id = any(${idsOf(atOnce)})`)
  const addresses = new Map(readers.map(({ id, email }) => [id, email]))
  for (const { id, admin_id: adminId } of atOnce)
    await queueMail(tx, jobs, { kind: NOTICE, recipient: addresses.get(adminId)!, params: { adminId, id } }, now)
}

/** In the digest of which day stands what is delivered now. */
const digestDayOf = (now: Date, { zone, dailyLetterAt }: App['env']): Day =>
  clockOf(now, zone) < dailyLetterAt ? dayOf(now, zone) : addDays(dayOf(now, zone), 1)
