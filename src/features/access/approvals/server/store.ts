import { and, count, desc, eq, gt, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { ApprovalAction } from '#contract/approval.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { areAmong } from '#server/auth/audience.ts'
import { areOfOnePerson } from '#server/auth/takeover.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { ApprovalRule, Approvals, Change, ApprovalSubject } from '#server/http/approval.ts'
import type { Principal } from '#server/http/principal.ts'
import type { PersonReferences } from '#server/person.ts'
import { rowsIn, type Retention } from '#server/retention.ts'
import type { State, Tab } from '../rules.ts'
import { alertDecided } from './alerts.ts'
import { approvalRules, approvalRequests } from './tables.ts'
import { bool, number, query, textOf } from '#server/db/query.ts'

export type StoredRule = typeof approvalRules.$inferSelect
export type StoredApprovalRequest = typeof approvalRequests.$inferSelect
export type NewApprovalRequest = typeof approvalRequests.$inferInsert

/** The rules of some acts, where they are on. */
export async function rulesOf(db: Db, actions: readonly ApprovalAction[]): Promise<ApprovalRule[]> {
  const rules = await db
    .select()
    .from(approvalRules)
    .where(inArray(approvalRules.action, [...actions]))
  return rules.flatMap((rule) => (rule.threshold === null ? [] : [{ ...rule, threshold: rule.threshold }]))
}

export const everyRule = (db: Db): Promise<StoredRule[]> => db.select().from(approvalRules)

/** A rule, locked until the transaction ends; undefined where nothing was ever set: then the lock is the table's. */
export async function lockRule(tx: Db, action: ApprovalAction): Promise<StoredRule | undefined> {
  await tx.execute(sql`lock table approval_rules in share row exclusive mode`)
  return (await tx.select().from(approvalRules).where(eq(approvalRules.action, action)))[0]
}

export const saveRule = async (tx: Db, rule: Omit<StoredRule, 'version'>): Promise<StoredRule> =>
  (
    await tx
      .insert(approvalRules)
      .values(rule)
      .onConflictDoUpdate({
        target: approvalRules.action,
        set: { ...rule, version: sql`${approvalRules.version} + 1` },
      })
      .returning()
  )[0]!

/** A proposal that nobody decided about in time has lapsed, whether that is noted already or not. */
export const stateAt = ({ state, expiresAt }: Pick<StoredApprovalRequest, 'state' | 'expiresAt'>, now: Date): State =>
  state === 'pending' && expiresAt <= now ? 'expired' : state

const isRequestedBy = (me: Principal): SQL =>
  me.tokenId === undefined ? eq(approvalRequests.requesterId, me.id) : eq(approvalRequests.tokenId, me.tokenId)

/** Whether somebody has the rights of what is proposed, where it belongs. */
const isAllowed = (me: Principal): SQL =>
  areAmong(me, { permission: sql`${approvalRequests.permission}`, cinemas: sql`${approvalRequests.cinemas}` })

const isPending = (now: Date) => and(eq(approvalRequests.state, 'pending'), gt(approvalRequests.expiresAt, now))

/** What waits for this person: what they have the rights of, and did not propose. */
const pendingOf = (me: Principal, now: Date): SQL | undefined =>
  and(
    isPending(now),
    me.tokenId === undefined ? undefined : sql`false`,
    isAllowed(me),
    sql`${approvalRequests.requesterId} is distinct from ${me.id}`,
    sql`not ${areOfOnePerson(me.id, sql`${approvalRequests.requesterId}`, sql`${approvalRequests.createdAt}`)}`,
    or(ne(approvalRequests.action, 'points'), lte(approvalRequests.size, me.pointsLimit)),
  )

const ofTab: Record<Tab, (me: Principal, now: Date) => SQL | undefined> = {
  pending: pendingOf,
  own: isRequestedBy,
  all: (me) => or(isRequestedBy(me), isAllowed(me)),
}

export async function pageOfApprovalRequests(
  db: Db,
  { tab, me, now }: { tab: Tab; me: Principal; now: Date },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StoredApprovalRequest[]; totalCount: number }> {
  const where = ofTab[tab](me, now)
  const order = [desc(approvalRequests.createdAt), desc(approvalRequests.id)]
  const rows = await db
    .select()
    .from(approvalRequests)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const [total] = await db.select({ n: count() }).from(approvalRequests).where(where)
  return { rows, totalCount: total!.n }
}

export const pendingFor: Approvals['pendingFor'] = (db, entity, id, now) =>
  db
    .select({
      id: approvalRequests.id,
      action: approvalRequests.action,
      size: approvalRequests.size,
      permission: approvalRequests.permission,
      requester: approvalRequests.requester,
      createdAt: approvalRequests.createdAt,
    })
    .from(approvalRequests)
    .where(
      and(
        isPending(now),
        sql`exists (
          select from jsonb_array_elements(${approvalRequests.difference}) d
          where d ->> 'entity' = ${entity} and d ->> 'id' = ${String(id)})`,
      ),
    )
    .orderBy(desc(approvalRequests.createdAt), desc(approvalRequests.id))

export const countPending = (db: Db, me: Principal, now: Date): Promise<number> =>
  db.$count(approvalRequests, pendingOf(me, now))

/** One that this person may see. */
export const findApprovalRequest = async (
  db: Db,
  id: number,
  me: Principal,
): Promise<StoredApprovalRequest | undefined> =>
  (
    await db
      .select()
      .from(approvalRequests)
      .where(and(eq(approvalRequests.id, id), or(isRequestedBy(me), isAllowed(me))))
  )[0]

/** Whether this account and that of whoever proposed it are one person's, as far as it can be told. */
export async function isAlsoRequester(db: Db, { id: me }: Principal, id: number): Promise<boolean> {
  const [found] = await db
    .select({
      isOne: sql<boolean>`${areOfOnePerson(me, sql`${approvalRequests.requesterId}`, sql`${approvalRequests.createdAt}`)}`,
    })
    .from(approvalRequests)
    .where(eq(approvalRequests.id, id))
  return found?.isOne ?? false
}

export const approvalRequestById = async (db: Db, id: number): Promise<StoredApprovalRequest | undefined> =>
  (await db.select().from(approvalRequests).where(eq(approvalRequests.id, id)))[0]

/** Locked until the transaction ends: whoever else wants to decide waits, and sees what was decided. */
export const lockApprovalRequest = async (tx: Db, id: number): Promise<StoredApprovalRequest> =>
  (await tx.select().from(approvalRequests).where(eq(approvalRequests.id, id)).for('update'))[0]!

/**
 * Adds a proposal; the same that waits already, or that the same request made, is answered again.
 * @returns it, and whether it is new
 */
export async function addApprovalRequest(
  tx: Db,
  approvalRequest: NewApprovalRequest,
): Promise<{ id: number; isNew: boolean }> {
  const { caller, requestHash, requestKey, createdAt } = approvalRequest
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`approval ${caller}`}, 0))`)
  await expire(tx, createdAt, eq(approvalRequests.caller, caller))
  const [found] = await tx
    .select({ id: approvalRequests.id })
    .from(approvalRequests)
    .where(
      and(
        eq(approvalRequests.caller, caller),
        or(
          and(eq(approvalRequests.requestHash, requestHash), eq(approvalRequests.state, 'pending')),
          requestKey
            ? and(eq(approvalRequests.requestKey, requestKey), eq(approvalRequests.requestHash, requestHash))
            : undefined,
        ),
      ),
    )
    .orderBy(desc(approvalRequests.id))
    .limit(1)
  if (found) return { id: found.id, isNew: false }
  const [made] = await tx.insert(approvalRequests).values(approvalRequest).returning({ id: approvalRequests.id })
  return { id: made!.id, isNew: true }
}

type Decision = { state: Exclude<State, 'pending'>; by: Pick<Principal, 'id' | 'name'>; reason: string; now: Date }

/** Notes what was decided. What was asked for is kept no longer. */
export async function decide(tx: Db, id: number, { state, by, reason, now }: Decision): Promise<void> {
  await tx
    .update(approvalRequests)
    .set({ state, input: null, decidedAt: now, decidedById: by.id || null, decidedBy: by.name, decision: reason })
    .where(eq(approvalRequests.id, id))
  await alertDecided(tx, id, state, now)
}

/** What it would do now, where that is another thing than when it was proposed. */
export const renew = (db: Db, id: number, { size, difference, fingerprint }: ApprovalSubject) =>
  db
    .update(approvalRequests)
    .set({ size, difference, fingerprint })
    .where(and(eq(approvalRequests.id, id), eq(approvalRequests.state, 'pending')))

/** @returns how many lapsed */
async function expire(tx: Db, before: Date, which: SQL): Promise<number> {
  const expired = await tx
    .update(approvalRequests)
    .set({ state: 'expired', input: null, decidedAt: sql`${approvalRequests.expiresAt}` })
    .where(and(eq(approvalRequests.state, 'pending'), lte(approvalRequests.expiresAt, before), which))
    .returning({ id: approvalRequests.id })
  for (const { id } of expired) await alertDecided(tx, id, 'expired', before)
  return expired.length
}

/** What nobody decided about in time keeps nothing of what was asked for. */
export const forgetExpired: Retention['forget'] = (db, before, limit) =>
  expire(
    db,
    before,
    sql`${approvalRequests.id} = any(array(
      select id from approval_requests where state = 'pending' and expires_at <= ${before.toISOString()}
      limit ${limit} for update skip locked))`,
  )

export const forgetDecided: Retention['forget'] = rowsIn(
  approvalRequests,
  (before) => sql`${approvalRequests.decidedAt} < ${before}`,
)

/** What waits about a person: themselves, their payments and their cube bookings. */
export async function pendingAbout(
  db: Db,
  { ids, emails }: Pick<PersonReferences, 'ids' | 'emails'>,
  now: Date,
): Promise<{ action: ApprovalAction; size: number; isClosed: boolean }[]> {
  const addresses = listOf(emails, 'text')
  const { rows } = await query(db, { action: textOf<ApprovalAction>(), size: number, isClosed: bool })`
    select p.action, p.size, x.is_closed as "isClosed" from approval_requests p cross join lateral (
      select bool_or(d->>'entity' = 'customer') as is_closed from jsonb_array_elements(p.difference) d
      where d->>'entity' = 'customer' and d->>'id' = any(${listOf(ids.map(String), 'text')})
        or d->>'entity' = 'payment' and exists (
          select from payments e where e.id = case when d->>'entity' = 'payment' then (d->>'id')::bigint end
            and (e.customer_id = any(${listOf(ids, 'bigint')}) or lower(e.email) = any(${addresses})))
        or d->>'entity' = 'cube booking' and exists (
          select from cube_bookings b where b.booking_id = case when d->>'entity' = 'cube booking' then (d->>'id')::uuid end and lower(b.email) = any(${addresses}))
    ) x
    where p.state = 'pending' and p.expires_at > ${now.toISOString()} and x.is_closed is not null
      and p.action <> 'erasure' order by p.id`
  return rows
}

/** Those about customers who are erased: none of it can be done any more, and nothing of it stays. */
export const closeAbout = (tx: Db, ids: readonly number[], now: Date) =>
  tx.execute(sql`
    update approval_requests set input = null, reason = '', decision = '',
      state = case when state = 'pending' then 'expired' else state end,
      decided_at = coalesce(decided_at, ${now.toISOString()}::timestamptz)
    where exists (
      select from jsonb_array_elements(difference) d
      where d->>'entity' = 'customer' and d->>'id' = any(${listOf(ids.map(String), 'text')}))`)

/** Returns the audit log entry of a request: “Approved the request: Create 10,000 vouchers …”. It is also found by its records. */
export function lineOf(opening: AuditSummary, { id, difference }: { id: number; difference: readonly Change[] }) {
  const summary: AuditSummary = `${opening}: ${difference.map((change) => change.summary).join('; ')}`
  return { entity: 'approval_request', id, summary, about: difference.flatMap(({ about = [] }) => about) }
}
