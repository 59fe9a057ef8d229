import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { CATCH_UP_MINUTES } from '../rules.ts'
import { isOf, keepingOf, outOf } from './audience.ts'
import { raiseWhereFailed } from './alerts.ts'
import { bool, number, orNull, query, text, type RowOf, present } from '#server/db/query.ts'
import { aimRow } from './audience.ts'

/** The sender's part of the store: what happens to a notification between scheduled and sent (docs/adr/0010-push-once.md). */

const sendingRow = {
  ...aimRow,
  id: number,
  title: text,
  body: text,
  link: text,
  image: text,
  claimed_at: present(text),
  is_listed: bool,
}
export type Sending = RowOf<typeof sendingRow>

const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

/** Gives up what nobody came to in time. */
export async function missLate(db: Db, now: Date): Promise<void> {
  const late = before(now, CATCH_UP_MINUTES)
  await db.transaction(async (tx) => {
    const missed = await query(tx, { id: number })`
      update push_notifications set state = 'missed' where state = 'scheduled' and greatest(send_at, not_before) < ${late}
      returning id`
    const givenUp = await query(tx, { id: number })(giveUp(late, now))
    const ids = [...missed.rows, ...givenUp.rows].map(({ id }) => id)
    await raiseWhereFailed(tx, ids, now)
  })
}

const giveUp = (late: string, now: Date) => sql`
    with left_over as (
      select id from push_notifications where state = 'sending' and greatest(touched_at, not_before) < ${late}
      for update skip locked
    ), given_up as (
      update push_deliveries d set state = 'failed', due_at = null, claim = null,
        reason = 'No server came to it in time'
      from left_over where d.notification_id = left_over.id and d.state = 'open'
      returning d.notification_id
    )
    update push_notifications n set state = 'sent', is_listed = true, finished_at = ${now.toISOString()},
      failed = failed + (select count(*) from given_up where notification_id = n.id)
    from left_over where n.id = left_over.id returning n.id`

/** One that is scheduled does not begin before then. */
export const deferSending = (db: Db, id: number, until: Date) =>
  db.execute(sql`
    update push_notifications set not_before = greatest(not_before, ${until.toISOString()})
    where id = ${id} and state = 'scheduled'`)

/** Nothing that is due begins before then, and nothing that has begun goes on; tests do. */
export const deferAllSending = (db: Db, until: Date, now: Date) =>
  db.execute(sql`
    update push_notifications set not_before = ${until.toISOString()}
    where audience <> 'TEST-USER' and (not_before is null or not_before < ${until.toISOString()})
      and (state = 'sending' or state = 'scheduled' and send_at <= ${now.toISOString()})`)

/** Takes the notification whose time has come the longest ago: from here on it cannot be changed. */
export async function claimDue(db: Db, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { rowCount } = await db.execute(sql`
    update push_notifications set state = 'sending', claimed_at = ${at}, touched_at = ${at}
    where id = (select id from push_notifications where state = 'scheduled' and greatest(send_at, not_before) <= ${at}
                order by send_at, id limit 1 for update skip locked)`)
  return Boolean(rowCount)
}

const aim = sql.raw('audience, email, conditions, control_percent, code')

/** Those that are being sent, by whichever server, and may be now. */
export async function inSending(db: Db, now: Date): Promise<Sending[]> {
  const { rows } = await query(db, sendingRow)`
    select id, title, body, link, image, ${aim}, claimed_at, is_listed from push_notifications
    where state = 'sending' and (not_before is null or not_before <= ${now.toISOString()}) order by claimed_at, id`
  return rows
}

/**
 * Lists some more of the audience as it is, each device once; the last ones end it. Another server that lists the same
 * one just now is left to it.
 */
export async function listMore(db: Db, of: Sending, zone: string, most: number, now: Date): Promise<void> {
  const at = now.toISOString()
  await db.transaction(async (tx) => {
    const { rows } = await query(tx, { listed_to: number })`
      select listed_to from push_notifications where id = ${of.id} and state = 'sending' and not is_listed
      for update skip locked`
    const [place] = rows
    if (!place) return
    // Of two that are listed at the same time, the later one counts what the other listed.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pushes listed', 0))`)
    const keeping = await keepingOf(tx, of, now, of.id)
    const asking = askingOf(of, zone)
    const { rows: listed } = await query(tx, { state: text })`
      with following as (
        select d.id, ${outOf(of, keeping, asking)} as reason from push_devices d
        where d.id > ${place.listed_to} and ${isOf(of, asking)}
        order by d.id limit ${most}
      ), added as (
        insert into push_deliveries (notification_id, device_id, state, due_at)
        select ${of.id}::integer, id, case when reason is null then 'open' else 'control' end,
          case when reason is null then ${at}::timestamptz end
        from following where reason is null or reason = 'control' returning device_id
      ), sum as (${sums}, max(id) as last from following)
      update push_notifications n set
        ${added}, listed_to = coalesce(sum.last, n.listed_to), touched_at = ${at},
        is_listed = sum.n < ${most}, ${finishing(sql`n.devices + sum.reached`, sql`0`, sql`sum.n < ${most}`, at)}
      from sum where n.id = ${of.id} returning n.state`
    if (listed[0]?.state === 'sent') await raiseWhereFailed(tx, [of.id], now)
  })
}

/** As of when it was claimed. */
const askingOf = ({ claimed_at }: Pick<Sending, 'claimed_at'>, zone: string) => ({
  at: new Date(claimed_at),
  zone,
  isGathered: false,
})

/** Of rows with why a device does not get it: how many there are, and how many of each kind. */
const sums = sql`
  select count(*)::int as n, count(*) filter (where reason is null)::int as reached,
    count(*) filter (where reason = 'consent')::int as excluded, count(*) filter (where reason = 'week')::int as rate_limited,
    count(*) filter (where reason = 'control')::int as control_group`
const added = sql`devices = n.devices + sum.reached, excluded = n.excluded + sum.excluded,
  rate_limited = n.rate_limited + sum.rate_limited, control_group = n.control_group + sum.control_group`

/** Every device of a list that is whole has had its outcome. */
const finishing = (devices: SQL, settled: SQL, isListed: SQL, at: string) => {
  const isDone = sql`n.state = 'sending' and ${isListed} and n.accepted + n.unregistered + n.failed + ${settled} = ${devices}`
  return sql`state = case when ${isDone} then 'sent' else n.state end,
    finished_at = case when ${isDone} then ${at}::timestamptz else n.finished_at end`
}

/**
 * Begins no more of one that is being sent, which is held. Those that a server is just trying still have their outcome;
 * all others of the audience stay without one, also those that were not listed yet.
 */
export async function stopSending(tx: Db, id: number, zone: string, now: Date): Promise<void> {
  const { rows } = await query(tx, { ...aimRow, claimed_at: present(text) })`
    select ${aim}, claimed_at from push_notifications where id = ${id}`
  const of = rows[0]!
  const asking = askingOf(of, zone)
  const keeping = await keepingOf(tx, of, now, id)
  await tx.execute(sql`
    with following as (
      select ${outOf(of, keeping, asking)} as reason from push_devices d
      where d.id > (select listed_to from push_notifications where id = ${id} and not is_listed) and ${isOf(of, asking)}
    ), sum as (${sums} from following)
    update push_notifications n set state = 'stopped', finished_at = ${now.toISOString()}, version = version + 1,
      is_listed = true, ${added}
    from sum where n.id = ${id}`)
}

/** A device's turn. Without a token it takes no more pushes since it was listed. */
const turnRow = { id: text, token: orNull(text), attempts: number }
export type Turn = RowOf<typeof turnRow>

/**
 * Takes deliveries that are due, for a claim of the caller's. Nobody else takes them before `until`, so that what became
 * of them must be reported by then; if the server dies, another takes them up after that. Of one that was stopped there are
 * none.
 */
export async function claimDeliveries(
  db: Db,
  { id }: Sending,
  claim: string,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<Turn[]> {
  const { rows } = await query(db, turnRow)`
    with due as (
      select id from push_deliveries
      where notification_id = ${id} and state = 'open' and due_at <= ${now.toISOString()}
        and exists (select from push_notifications where id = ${id} and state = 'sending')
      order by due_at limit ${most} for update skip locked
    ), claimed as (
      update push_deliveries d set claim = ${claim}::uuid, due_at = ${until.toISOString()}, attempts = d.attempts + 1
      from due where d.id = due.id returning d.id, d.device_id, d.attempts
    )
    select claimed.id, claimed.attempts, d.token
    from claimed left join push_devices d on d.id = claimed.device_id and d.removed_at is null`
  return rows
}

/** What became of a delivery; of one that is tried again, when. */
export type Outcome = {
  id: string
  token: string | null
  state: 'accepted' | 'unregistered' | 'failed' | 'open'
  reason: string | null
  due_at: string | null
}

/**
 * Notes what became of claimed deliveries. Of those that another server took over it decides. Devices that are gone take
 * no more pushes; `notBefore`: when the push service wants more.
 */
export async function reportOutcomes(
  db: Db,
  { id }: Sending,
  claim: string,
  outcomes: readonly Outcome[],
  { now, notBefore }: { now: Date; notBefore: Date | undefined },
): Promise<void> {
  const at = now.toISOString()
  const counted = sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as x(id uuid, token text, state text, reason text, due_at timestamptz)
    ), marked as (
      update push_deliveries d set state = told.state, reason = told.reason, due_at = told.due_at, claim = null
      from told where d.id = told.id and d.claim = ${claim}::uuid
      returning d.device_id, d.state, told.token
    ), removed as (
      update push_devices d set removed_at = ${at}, removal_reason = 'unregistered'
      from marked where marked.state = 'unregistered' and d.id = marked.device_id and d.token = marked.token
        and d.removed_at is null
    ), sum as (
      select count(*) filter (where state = 'accepted')::int as accepted, count(*) filter (where state = 'unregistered')::int as unregistered,
        count(*) filter (where state = 'failed')::int as failed from marked
    )
    update push_notifications n set
      accepted = n.accepted + sum.accepted, unregistered = n.unregistered + sum.unregistered, failed = n.failed + sum.failed, touched_at = ${at},
      not_before = coalesce(${notBefore?.toISOString() ?? null}::timestamptz, n.not_before),
      ${finishing(sql`n.devices`, sql`sum.accepted + sum.unregistered + sum.failed`, sql`n.is_listed`, at)}
    from sum where n.id = ${id} and n.state in ('sending', 'stopped') returning n.state`
  await db.transaction(async (tx) => {
    const { rows } = await query(tx, { state: text })(counted)
    if (rows[0]?.state === 'sent') await raiseWhereFailed(tx, [id], now)
  })
}
