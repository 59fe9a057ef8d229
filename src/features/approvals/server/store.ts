import { and, count, desc, eq, gt, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Act } from '#contract/approval.ts'
import { areAmong } from '#server/auth/audience.ts'
import { areOfOnePerson } from '#server/auth/one-person.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { ApprovalRule, Approvals, Change, Deed } from '#server/http/guard.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Traces } from '#server/person.ts'
import { rowsIn, type Retention } from '#server/retention.ts'
import type { State, Tab } from '../rules.ts'
import { noticeDecided } from './notices.ts'
import { approvalRules, proposals } from './tables.ts'

export type StoredRule = typeof approvalRules.$inferSelect
export type StoredProposal = typeof proposals.$inferSelect
export type NewProposal = typeof proposals.$inferInsert

/** The rules of some acts, where they are on. */
export async function rulesOf(db: Db, acts: readonly Act[]): Promise<ApprovalRule[]> {
  const rules = await db
    .select()
    .from(approvalRules)
    .where(inArray(approvalRules.act, [...acts]))
  return rules.flatMap((rule) => (rule.threshold === null ? [] : [{ ...rule, threshold: rule.threshold }]))
}

export const everyRule = (db: Db): Promise<StoredRule[]> => db.select().from(approvalRules)

/** A rule, locked until the transaction ends; undefined where nothing was ever set: then the lock is the table's. */
export async function holdRule(tx: Db, act: Act): Promise<StoredRule | undefined> {
  await tx.execute(sql`lock table approval_rules in share row exclusive mode`)
  return (await tx.select().from(approvalRules).where(eq(approvalRules.act, act)))[0]
}

export const saveRule = async (tx: Db, rule: Omit<StoredRule, 'version'>): Promise<StoredRule> =>
  (
    await tx
      .insert(approvalRules)
      .values(rule)
      .onConflictDoUpdate({
        target: approvalRules.act,
        set: { ...rule, version: sql`${approvalRules.version} + 1` },
      })
      .returning()
  )[0]!

/** A proposal that nobody decided about in time has lapsed, whether that is noted already or not. */
export const stateAt = ({ state, expiresAt }: Pick<StoredProposal, 'state' | 'expiresAt'>, now: Date): State =>
  state === 'waiting' && expiresAt <= now ? 'lapsed' : state

const isTheirs = (me: Principal): SQL =>
  me.tokenId === undefined ? eq(proposals.proposerId, me.id) : eq(proposals.tokenId, me.tokenId)

/** Whether somebody has the rights of what is proposed, where it belongs. */
const isAllowed = (me: Principal): SQL =>
  areAmong(me, { may: sql`${proposals.may}`, cinemas: sql`${proposals.cinemas}` })

const isWaiting = (now: Date) => and(eq(proposals.state, 'waiting'), gt(proposals.expiresAt, now))

/** What waits for this person: what they have the rights of, and did not propose. */
const waitsFor = (me: Principal, now: Date): SQL | undefined =>
  and(
    isWaiting(now),
    me.tokenId === undefined ? undefined : sql`false`,
    isAllowed(me),
    sql`${proposals.proposerId} is distinct from ${me.id}`,
    sql`not ${areOfOnePerson(me.id, sql`${proposals.proposerId}`, sql`${proposals.createdAt}`)}`,
    or(ne(proposals.act, 'points'), lte(proposals.size, me.pointsCeiling)),
  )

const ofTab: Record<Tab, (me: Principal, now: Date) => SQL | undefined> = {
  waiting: waitsFor,
  mine: isTheirs,
  all: (me) => or(isTheirs(me), isAllowed(me)),
}

export async function pageOfProposals(
  db: Db,
  { tab, me, now }: { tab: Tab; me: Principal; now: Date },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StoredProposal[]; totalCount: number }> {
  const where = ofTab[tab](me, now)
  const order = [desc(proposals.createdAt), desc(proposals.id)]
  const rows = await db
    .select()
    .from(proposals)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const [total] = await db.select({ n: count() }).from(proposals).where(where)
  return { rows, totalCount: total!.n }
}

export const waitingOn: Approvals['waitingOn'] = (db, entity, id, now) =>
  db
    .select({
      id: proposals.id,
      act: proposals.act,
      size: proposals.size,
      may: proposals.may,
      proposer: proposals.proposer,
      createdAt: proposals.createdAt,
    })
    .from(proposals)
    .where(
      and(
        isWaiting(now),
        sql`exists (
          select from jsonb_array_elements(${proposals.difference}) d
          where d ->> 'entity' = ${entity} and d ->> 'id' = ${String(id)})`,
      ),
    )
    .orderBy(desc(proposals.createdAt), desc(proposals.id))

export const countWaiting = (db: Db, me: Principal, now: Date): Promise<number> =>
  db.$count(proposals, waitsFor(me, now))

/** One that this person may see. */
export const findProposal = async (db: Db, id: number, me: Principal): Promise<StoredProposal | undefined> =>
  (
    await db
      .select()
      .from(proposals)
      .where(and(eq(proposals.id, id), or(isTheirs(me), isAllowed(me))))
  )[0]

/** Whether this account and that of whoever proposed it are one person's, as far as it can be told. */
export async function isProposerToo(db: Db, { id: me }: Principal, id: number): Promise<boolean> {
  const [found] = await db
    .select({
      isOne: sql<boolean>`${areOfOnePerson(me, sql`${proposals.proposerId}`, sql`${proposals.createdAt}`)}`,
    })
    .from(proposals)
    .where(eq(proposals.id, id))
  return found?.isOne ?? false
}

export const proposalById = async (db: Db, id: number): Promise<StoredProposal | undefined> =>
  (await db.select().from(proposals).where(eq(proposals.id, id)))[0]

/** Locked until the transaction ends: whoever else wants to decide waits, and sees what was decided. */
export const holdProposal = async (tx: Db, id: number): Promise<StoredProposal> =>
  (await tx.select().from(proposals).where(eq(proposals.id, id)).for('update'))[0]!

/**
 * Adds a proposal; the same that waits already, or that the same request made, is answered again.
 * @returns it, and whether it is new
 */
export async function addProposal(tx: Db, proposal: NewProposal): Promise<{ id: number; isNew: boolean }> {
  const { caller, askedHash, requestKey, createdAt } = proposal
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`proposal ${caller}`}, 0))`)
  await lapse(tx, createdAt, eq(proposals.caller, caller))
  const [found] = await tx
    .select({ id: proposals.id })
    .from(proposals)
    .where(
      and(
        eq(proposals.caller, caller),
        or(
          and(eq(proposals.askedHash, askedHash), eq(proposals.state, 'waiting')),
          requestKey ? and(eq(proposals.requestKey, requestKey), eq(proposals.askedHash, askedHash)) : undefined,
        ),
      ),
    )
    .orderBy(desc(proposals.id))
    .limit(1)
  if (found) return { id: found.id, isNew: false }
  const [made] = await tx.insert(proposals).values(proposal).returning({ id: proposals.id })
  return { id: made!.id, isNew: true }
}

type Decision = { state: Exclude<State, 'waiting'>; by: Pick<Principal, 'id' | 'name'>; reason: string; now: Date }

/** Notes what was decided. What was asked for is kept no longer. */
export async function decide(tx: Db, id: number, { state, by, reason, now }: Decision): Promise<void> {
  await tx
    .update(proposals)
    .set({ state, asked: null, decidedAt: now, decidedById: by.id || null, decidedBy: by.name, decision: reason })
    .where(eq(proposals.id, id))
  await noticeDecided(tx, id, state, now)
}

/** What it would do now, where that is another thing than when it was proposed. */
export const renew = (db: Db, id: number, { size, difference, fingerprint }: Deed) =>
  db
    .update(proposals)
    .set({ size, difference, fingerprint })
    .where(and(eq(proposals.id, id), eq(proposals.state, 'waiting')))

/** @returns how many lapsed */
async function lapse(tx: Db, before: Date, which: SQL): Promise<number> {
  const lapsed = await tx
    .update(proposals)
    .set({ state: 'lapsed', asked: null, decidedAt: sql`${proposals.expiresAt}` })
    .where(and(eq(proposals.state, 'waiting'), lte(proposals.expiresAt, before), which))
    .returning({ id: proposals.id })
  for (const { id } of lapsed) await noticeDecided(tx, id, 'lapsed', before)
  return lapsed.length
}

/** What nobody decided about in time keeps nothing of what was asked for. */
export const forgetLapsed: Retention['forget'] = (db, before, limit) =>
  lapse(
    db,
    before,
    sql`${proposals.id} = any(array(
      select id from proposals where state = 'waiting' and expires_at <= ${before.toISOString()}
      limit ${limit} for update skip locked))`,
  )

export const forgetDecided: Retention['forget'] = rowsIn(proposals, (before) => sql`${proposals.decidedAt} < ${before}`)

/** What waits about a person: themselves, their payments and their cube bookings. */
export async function waitingFor(
  db: Db,
  { ids, emails }: Pick<Traces, 'ids' | 'emails'>,
  now: Date,
): Promise<{ act: Act; size: number; isClosed: boolean }[]> {
  const addresses = listOf(emails, 'text')
  const { rows } = await db.execute<{ act: Act; size: number; isClosed: boolean }>(sql`
    select p.act, p.size, x.is_closed as "isClosed" from proposals p cross join lateral (
      select bool_or(d->>'entity' = 'customer') as is_closed from jsonb_array_elements(p.difference) d
      where d->>'entity' = 'customer' and d->>'id' = any(${listOf(ids.map(String), 'text')})
        or d->>'entity' = 'payment' and exists (
          select from payments e where e.id = case when d->>'entity' = 'payment' then (d->>'id')::bigint end
            and (e.customer_id = any(${listOf(ids, 'bigint')}) or lower(e.email) = any(${addresses})))
        or d->>'entity' = 'cube booking' and exists (
          select from cube_bookings b where b.booking_id = case when d->>'entity' = 'cube booking' then (d->>'id')::uuid end and lower(b.email) = any(${addresses}))
    ) x
    where p.state = 'waiting' and p.expires_at > ${now.toISOString()} and x.is_closed is not null
      and p.act <> 'erasure' order by p.id`)
  return rows
}

/** Those about customers who are erased: none of it can be done any more, and nothing of it stays. */
export const closeAbout = (tx: Db, ids: readonly number[], now: Date) =>
  tx.execute(sql`
    update proposals set asked = null, reason = '', decision = '',
      state = case when state = 'waiting' then 'lapsed' else state end,
      decided_at = coalesce(decided_at, ${now.toISOString()}::timestamptz)
    where exists (
      select from jsonb_array_elements(difference) d
      where d->>'entity' = 'customer' and d->>'id' = any(${listOf(ids.map(String), 'text')}))`)

/** What the audit log says of a proposal, also where it is asked about the records that it is about. */
export const lineOf = (verb: string, { id, difference }: { id: number; difference: readonly Change[] }) => ({
  entity: 'proposal',
  id,
  summary: `${verb}: ${difference.map(({ summary }) => summary).join('; ')}`,
  about: difference.flatMap(({ about = [] }) => about),
})
