import type { AuditSummary } from '#server/audit/summary.ts'
import { isolated } from '#contract/isolate.ts'
import { isSuperadmin, MANAGE_PEOPLE, refusal } from '#contract/permissions.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import { addLine } from '#server/audit/store.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { latestOccasion, messages, nextOccasion, type RUN_KINDS } from '../rules.ts'
import { alertHandedOver } from './alerts.ts'
import * as store from './store.ts'
import type { Stored, To } from './store.ts'

/** The kind of its emails. */
export const REPORT = 'report'

/** Asks for the emails of what is due, and gives the reports of those who have left to somebody. */
export const sendReports: Job = {
  name: 'reports.send',
  schedule: '* * * * *',
  // The next minute's run is the next try.
  retries: 0,
  run: async (app) => {
    const { db, clock, closing } = app
    await db.transaction((tx) => handOver(tx, clock.now()))
    while (!closing.aborted && (await db.transaction((tx) => sendDue(tx, app, clock.now()))));
  },
}

/** @returns whether there was one; two servers take one each */
async function sendDue(tx: Db, app: App, now: Date): Promise<boolean> {
  const due = await store.takeDue(tx, now)
  if (!due) return false
  const { at: occasion, missed } = latestOccasion(due, due.nextAt!, now, app.env.zone)
  const to = await store.recipientsOf(tx, due.id)
  await startRun(tx, app, due, { kind: 'scheduled', occasion, missed, to: to.map(toOf), now })
  await store.setNext(tx, due.id, nextOccasion(due, occasion, app.env.zone))
  return true
}

const toOf = ({ adminId, email }: { adminId: number | null; email: string | null }): To =>
  adminId === null ? { email: email! } : { adminId }

type Starting = {
  kind: (typeof RUN_KINDS)[number]
  occasion: Date
  missed?: number
  to: readonly To[]
  now: Date
}

/** One email for each recipient, in the caller's transaction: each occasion has one run, whoever comes to it. */
export async function startRun(tx: Db, app: App, { id }: Stored, { kind, occasion, missed = 0, to, now }: Starting) {
  const run = await store.addRun(tx, { reportId: id, kind, occasion, missed, createdAt: now })
  if (run === undefined) return
  for (const one of to) {
    const sendingId = await store.addSending(tx, run, one)
    // Of a colleague who has left there is no address: the email's writer says so.
    const recipient = 'email' in one ? one.email : ((await principalOfAdmin(tx, one.adminId))?.email ?? '')
    await queueEmail(tx, app.jobs, { kind: REPORT, recipient, params: { sendingId }, isSlow: true }, now)
  }
}

/**
 * Whoever invited somebody who has left owns their reports from now on, while they manage people themselves; else the
 * first of the superadmins. What goes outside is paused and its links end: it was read with the rights of another.
 */
async function handOver(tx: Db, now: Date): Promise<void> {
  for (const report of await store.orphans(tx)) {
    const manager = await managerOf(tx, report.ownerId)
    if (!manager) continue
    const isOutside = (await store.recipientsOf(tx, report.id)).some(({ email }) => email !== null)
    const isPaused = isOutside && report.paused === null
    const paused = { paused: messages.outsideOfOther, nextAt: null }
    await store.change(tx, report.id, { ownerId: manager.id, ...(isPaused && paused) })
    await store.revokeLinks(tx, report.id, now)
    await alertHandedOver(tx, { ...report, ownerId: manager.id }, now, isPaused)
    const summary: AuditSummary = `Moved the report ${isolated(report.name)} to ${isolated(manager.name)}, because its owner has left`
    const line = { entity: 'report', id: report.id, summary }
    await addLine(tx, ACTOR, 'reports.handOver', line, { requestId: null, now })
  }
}

const ACTOR = { id: null, name: 'Marquee' }

async function managerOf(tx: Db, adminId: number | null) {
  const inviter = await store.inviterOf(tx, adminId)
  const found = inviter === undefined ? undefined : await principalOfAdmin(tx, inviter)
  if (found && !refusal(found, MANAGE_PEOPLE)) return found
  const first = (await peopleWithRights(tx)).find(({ userType }) => isSuperadmin(userType))
  return first && principalOfAdmin(tx, first.id)
}
