import { and, asc, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { nameOf } from '#contract/session.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { Run, Sending } from '../contract.ts'
import type { RUN_KINDS } from '../rules.ts'
import { reportRecipients, reportRuns, reports, reportSendings } from './tables.ts'
import { bool, json, number, orNull, query, text, textOf } from '#server/db/query.ts'

export type Stored = typeof reports.$inferSelect
export type StoredSending = typeof reportSendings.$inferSelect
type Kind = (typeof RUN_KINDS)[number]
/** A colleague or an address outside. */
export type To = { adminId: number } | { email: string }

/** Names of people, those who have left too. */
const nameIn = (alias: string) =>
  sql.raw(
    `jsonb_build_object('firstName', ${alias}.first_name, 'lastName', ${alias}.last_name, 'email', ${alias}.email)`,
  )
type Named = { firstName: string; lastName: string; email: string }
const name = (person: Named | null) => person && nameOf(person)

export type ReportRow = Stored & {
  owner: string | null
  recipients: { adminId: number | null; name: string }[]
  last: { at: string; sent: number; pending: number; failed: number; message: string } | null
}

type Row = Stored & {
  owner_name: Named | null
  to: { adminId: number | null; email: string | null; person: Named | null }[] | null
  last: ReportRow['last']
}

/** With who gets them and how the last run went. */
async function reportRows(db: Db, where: SQL, limit: SQL = sql``): Promise<ReportRow[]> {
  const { rows } = await db.execute(sql`
    select r.id, r.name, r.call, r.params, r.query, r.filter_labels as "filterLabels", r.path, r.every, r.at, r.weekdays, r.month_day as "monthDay",
      r.format, r.owner_id as "ownerId", r.next_at as "nextAt", r.paused, r.created_at as "createdAt",
      r.deleted_at as "deletedAt", r.version, case when o.id is not null then ${nameIn('o')} end as owner_name,
      (select jsonb_agg(jsonb_build_object('adminId', t.admin_id, 'email', t.email,
          'person', case when a.id is not null then ${nameIn('a')} end) order by t.id)
        from report_recipients t left join admins a on a.id = t.admin_id where t.report_id = r.id) as to,
      (select jsonb_build_object('at', x.occasion,
          'sent', count(*) filter (where s.state = 'sent'), 'pending', count(*) filter (where s.state = 'pending'),
          'failed', count(*) filter (where s.state in ('failed', 'denied')),
          'message', coalesce(min(s.message) filter (where s.state in ('failed', 'denied')), ''))
        from (select id, occasion from report_runs where report_id = r.id and kind <> 'test' order by id desc limit 1) x
        join report_sendings s on s.run_id = x.id group by x.occasion) as last
    from reports r left join admins o on o.id = r.owner_id and o.deleted_at is null
    where ${where} order by lower(r.name) collate "und-x-icu", r.id ${limit}`)
  return (rows as unknown as Row[]).map(({ owner_name, to, last, ...row }) => ({
    ...row,
    nextAt: row.nextAt && new Date(row.nextAt),
    owner: name(owner_name),
    recipients: (to ?? []).map(({ adminId, email, person }) => ({ adminId, name: email ?? name(person) ?? '' })),
    last: last && { ...last, at: new Date(last.at).toISOString() },
  }))
}

/** Whose they are; everybody's without. */
const of = (ownerId: number | undefined) =>
  sql`r.deleted_at is null ${ownerId === undefined ? sql`` : sql`and r.owner_id = ${ownerId}`}`

export async function pageOf(
  db: Db,
  ownerId: number | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await query(db, { n: number })`select count(*)::int as n from reports r where ${of(ownerId)}`
  return { found: await reportRows(db, of(ownerId), sql`limit ${limit} offset ${offset}`), totalCount: rows[0]!.n }
}

export const find = async (db: Db, id: number): Promise<ReportRow | undefined> =>
  (await reportRows(db, sql`r.id = ${id} and r.deleted_at is null`))[0]
export const findDeleted = async (db: Db, id: number): Promise<ReportRow | undefined> =>
  (await reportRows(db, sql`r.id = ${id} and r.deleted_at is not null`))[0]

/** Locks it until the transaction ends. */
export const lock = (tx: Db, id: number) =>
  tx.select({ id: reports.id }).from(reports).where(eq(reports.id, id)).for('no key update')

export const countOf = (db: Db, ownerId: number): Promise<number> =>
  db.$count(reports, and(eq(reports.ownerId, ownerId), isNull(reports.deletedAt)))

export const add = async (tx: Db, report: typeof reports.$inferInsert): Promise<number> =>
  (await tx.insert(reports).values(report).returning({ id: reports.id }))[0]!.id

export const change = (tx: Db, id: number, set: Partial<typeof reports.$inferInsert>) =>
  tx
    .update(reports)
    .set({ ...set, version: sql`${reports.version} + 1` })
    .where(eq(reports.id, id))

/** Who gets it from now on. */
/** Links that were sent to whoever gets it no more work no more, also when they get it again. */
export async function setRecipients(tx: Db, reportId: number, to: readonly To[], now: Date): Promise<void> {
  const outside = to.flatMap((one) => ('email' in one ? [one.email.toLowerCase()] : []))
  await tx.execute(sql`
    update report_sendings s set revoked_at = ${now.toISOString()} from report_runs r
    where r.id = s.run_id and r.report_id = ${reportId} and s.email is not null and s.revoked_at is null
      and lower(s.email) <> all(${listOf(outside, 'text')})`)
  await tx.delete(reportRecipients).where(eq(reportRecipients.reportId, reportId))
  if (to.length) await tx.insert(reportRecipients).values(to.map((one) => ({ reportId, ...one })))
}

export const recipientsOf = (db: Db, reportId: number) =>
  db.select().from(reportRecipients).where(eq(reportRecipients.reportId, reportId)).orderBy(asc(reportRecipients.id))

/** Somebody who gets it no more. */
export const dropRecipient = (tx: Db, reportId: number, adminId: number) =>
  tx.delete(reportRecipients).where(and(eq(reportRecipients.reportId, reportId), eq(reportRecipients.adminId, adminId)))

/** One that is due, held by nobody else. */
export async function takeDue(tx: Db, now: Date): Promise<Stored | undefined> {
  const [due] = await tx
    .select()
    .from(reports)
    .where(and(sql`${reports.nextAt} <= ${now.toISOString()}`, isNull(reports.deletedAt), isNull(reports.paused)))
    .orderBy(asc(reports.nextAt), asc(reports.id))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return due
}

export const setNext = (tx: Db, id: number, nextAt: Date | null) =>
  tx.update(reports).set({ nextAt }).where(eq(reports.id, id))

/** @returns the run's id; nothing where there was a run of that occasion */
export async function addRun(
  tx: Db,
  run: { reportId: number; kind: Kind; occasion: Date; missed: number; createdAt: Date },
): Promise<number | undefined> {
  return (await tx.insert(reportRuns).values(run).onConflictDoNothing().returning({ id: reportRuns.id }))[0]?.id
}

export const addSending = async (tx: Db, runId: number, to: To): Promise<number> =>
  (
    await tx
      .insert(reportSendings)
      .values({ runId, ...to })
      .returning({ id: reportSendings.id })
  )[0]!.id

const joined = (db: Db) =>
  db
    .select({ sending: reportSendings, run: reportRuns, report: reports })
    .from(reportSendings)
    .innerJoin(reportRuns, eq(reportRuns.id, reportSendings.runId))
    .innerJoin(reports, eq(reports.id, reportRuns.reportId))

export type FullSending = Awaited<ReturnType<typeof sendingById>>
export const sendingById = async (db: Db, id: number) => (await joined(db).where(eq(reportSendings.id, id)))[0]

/** By the hash of its link's token, while the recipient still gets the report. */
export const sendingByToken = async (db: Db, tokenHash: Buffer) =>
  (
    await joined(db).where(
      and(
        eq(reportSendings.tokenHash, tokenHash),
        isNull(reports.deletedAt),
        isNull(reports.paused),
        sql`exists (select from report_recipients t where t.report_id = ${reports.id} and lower(t.email) = lower(${reportSendings.email}))`,
      ),
    )
  )[0]

export const setSending = (db: Db, id: number, set: Partial<typeof reportSendings.$inferInsert>) =>
  db.update(reportSendings).set(set).where(eq(reportSendings.id, id))

export const countDownload = (tx: Db, id: number, now: Date) =>
  tx
    .update(reportSendings)
    .set({ downloads: sql`${reportSendings.downloads} + 1`, downloadedAt: now })
    .where(eq(reportSendings.id, id))

/** Of the same recipient, what was sent of the report before. */
export async function lastSent(db: Db, { sending, report }: NonNullable<FullSending>) {
  const [found] = await joined(db)
    .where(
      and(
        eq(reportRuns.reportId, report.id),
        sql`${reportRuns.kind} <> 'test' and ${reportSendings.state} = 'sent' and ${reportSendings.id} < ${sending.id}`,
        sending.adminId === null
          ? sql`lower(${reportSendings.email}) = lower(${sending.email})`
          : eq(reportSendings.adminId, sending.adminId),
      ),
    )
    .orderBy(desc(reportSendings.id))
    .limit(1)
  return found?.sending
}

/** Hashes of rows are kept of the last one alone. */
export const forgetKeys = (tx: Db, before: StoredSending | undefined) =>
  before && tx.update(reportSendings).set({ keys: null }).where(eq(reportSendings.id, before.id))

export async function pageOfRuns(db: Db, reportId: number, { limit, offset }: { limit: number; offset: number }) {
  const found = await db
    .select()
    .from(reportRuns)
    .where(eq(reportRuns.reportId, reportId))
    .orderBy(desc(reportRuns.id))
    .limit(limit)
    .offset(offset)
  const [total] = await db.select({ n: count() }).from(reportRuns).where(eq(reportRuns.reportId, reportId))
  const sendings = await sendingsOf(
    db,
    found.map(({ id }) => id),
  )
  const runs: Run[] = found.map(({ id, kind, occasion, missed }) => ({
    id,
    kind,
    occasion: occasion.toISOString(),
    missed,
    sendings: sendings.filter(({ runId }) => runId === id).map(({ runId: _, ...sending }) => sending),
  }))
  return { runs, totalCount: total!.n }
}

async function sendingsOf(db: Db, runIds: number[]): Promise<(Sending & { runId: number })[]> {
  const foundRow = {
    id: number,
    state: textOf<Sending['state']>(),
    rows: orNull(number),
    message: text,
    sentAt: orNull(text),
    linkEndsAt: orNull(text),
    isRevoked: bool,
    downloads: number,
    runId: number,
    email: orNull(text),
    person: orNull(json<Named>()),
  }
  const { rows } = await query(db, foundRow)`
    select s.id, s.run_id as "runId", s.email, s.state, s.message, s.rows, s.sent_at as "sentAt",
      s.link_ends_at as "linkEndsAt", s.revoked_at is not null as "isRevoked", s.downloads,
      case when a.id is not null then ${nameIn('a')} end as person
    from report_sendings s left join admins a on a.id = s.admin_id
    where s.run_id = any(${listOf(runIds, 'bigint')}) order by s.id`
  const iso = (at: string | null) => at && new Date(at).toISOString()
  return rows.map(({ email, person, sentAt, linkEndsAt, ...row }) => ({
    ...row,
    sentAt: iso(sentAt),
    linkEndsAt: iso(linkEndsAt),
    recipient: email ?? name(person) ?? 'A former colleague',
    isOutside: email !== null,
  }))
}

export const revokeLinks = (tx: Db, reportId: number, now: Date) =>
  tx.execute(sql`
    update report_sendings set revoked_at = ${now.toISOString()}
    where token_hash is not null and revoked_at is null
      and run_id in (select id from report_runs where report_id = ${reportId})`)

/** Reports of people who have left. */
export const orphans = (tx: Db): Promise<Stored[]> =>
  tx
    .select()
    .from(reports)
    .where(
      sql`${reports.deletedAt} is null and not exists (select from admins a where a.id = ${reports.ownerId} and a.deleted_at is null)`,
    )
    .orderBy(asc(reports.id))
    .for('no key update', { skipLocked: true })

export async function nameOfAdmin(db: Db, adminId: number | null): Promise<string | undefined> {
  const { rows } = await query(db, { person: json<Named>() })`
    select ${nameIn('a')} as person from admins a where a.id = ${adminId}`
  return rows[0] && nameOf(rows[0].person)
}

/** Who invited somebody, also of one who has left. */
export async function inviterOf(db: Db, adminId: number | null): Promise<number | undefined> {
  const { rows } = await query(db, { id: orNull(number) })`select invited_by as id from admins where id = ${adminId}`
  return rows[0]?.id ?? undefined
}
