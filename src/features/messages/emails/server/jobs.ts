import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { sqlError } from '#server/db/connect.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { SEND_WITHIN_MS } from '#server/integrations/mail/port.ts'
import { workOnDue } from '#server/jobs/due.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { raiseAlert } from '#server/alerts/raise.ts'
import { failedEmail, alertOf } from './alerts.ts'
import { dropEmail, markFailed, markSent, type ClaimedEmail } from './sending.ts'
import { emails } from './tables.ts'

const MINUTE = 60_000
/** After each failed try. Servers that greylist want at least five minutes between two, and some a good deal more. */
const PAUSES_MINUTES = [1, 5, 15, 60, 4 * 60, 12 * 60]
/** Longer than a try can take. */
const LEASE_MS = SEND_WITHIN_MS + MINUTE

/** Those that are written fast go first. */
export const DUE_EMAILS = { table: emails, where: sql`state = 'pending'`, first: sql`is_slow`, leaseMs: LEASE_MS }

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/**
 * Sends what is due: new emails, those to be tried again, and those that a server left when it died. Asked for with each
 * new email, and by itself every minute.
 */
export const sendEmails: Job = {
  name: 'mail.send',
  schedule: '* * * * *',
  // The next minute's run is the next try.
  retries: 0,
  run: async (app) => {
    // While the server starts, it does not know yet where an email's links lead.
    if (!app.origin) return
    await workOnDue(app, DUE_EMAILS, (mail) => sendOne(app, mail))
  },
}

async function sendOne(app: App, mail: ClaimedEmail): Promise<void> {
  try {
    const write = app.emails[mail.kind]
    // A newer server queued it, and will send it.
    if (!write) throw new IntegrationError('This server does not know this kind of email', { isPassing: true })
    const email = await write(app, mail.params as never)
    if (!email) return void (await dropEmail(app.db, mail))
    await app.mail.send(email, mail.messageId)
  } catch (error) {
    return failed(app, mail, error)
  }
  const now = app.clock.now()
  await app.db.transaction(async (tx) => {
    await markSent(tx, mail, now)
    await app.emailOutcomes[mail.kind]?.(tx, mail.params as never, { now })
  })
}

async function failed({ db, clock, log, emailOutcomes }: App, mail: ClaimedEmail, error: unknown): Promise<void> {
  const isReported = error instanceof IntegrationError
  const pause = isReported && !error.isPassing ? undefined : PAUSES_MINUTES[mail.attempts - 1]
  // Why stands in the table: it may name the recipient, and a log is read by others.
  const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, failed: !pause }
  if (isReported) log.warn(about, 'mail not sent')
  else log.error({ ...about, ...wordless(error) }, 'mail not sent')
  const reason = isReported ? error.message : 'Something went wrong on our side'
  const now = clock.now()
  await db.transaction(async (tx) => {
    const isFailed = await markFailed(tx, mail, reason, pause ? later(now, pause * MINUTE) : undefined)
    if (!isFailed) return
    await raiseAlert(tx, failedEmail, alertOf(mail, now))
    await emailOutcomes[mail.kind]?.(tx, mail.params as never, { now, failure: reason })
  })
}

/** A fault of ours without its message: that of a failed query quotes what it was to keep, an email and its link too. */
const wordless = (error: unknown) => {
  const { name, stack = '' } = error as Error
  return { fault: name, code: sqlError(error).code, at: stack.split('\n').filter((line) => /^ {4}at /.test(line)) }
}
