import { counted, showCount } from '#contract/counted.ts'
import { isolated } from '#contract/isolate.ts'
import { showDay, showInstant } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import { newToken } from '#server/auth/tokens.ts'
import type { Db } from '#server/db/connect.ts'
import type { EmailOutcomes } from '#server/feature.ts'
import { asRefusal } from '#server/http/problem.ts'
import type { Principal } from '#server/http/principal.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import { describeChange, reportDay, LINK_DAYS, messages, PREVIEW_ROWS, describeSchedule } from '../rules.ts'
import { REPORT } from './due.ts'
import { filtersOf, makeFile, type Made } from './file.ts'
import { alertFailed } from './alerts.ts'
import * as store from './store.ts'
import type { StoredSending, FullSending } from './store.ts'
import { changeOf } from './table.ts'

type Params = { sendingId: number }
type Sent = NonNullable<FullSending>

const DAY_MS = 86_400_000

/**
 * Reads the report for one recipient, at each try to send it: a colleague's with their rights as they are now, an address
 * outside with those of the owner. What they may not have is not sent, and the owner is told.
 */
async function write(app: App, { sendingId }: Params): Promise<Email | undefined> {
  const { db } = app
  const found = await store.sendingById(db, sendingId)
  if (!found || found.sending.state === 'denied' || found.sending.state === 'sent') return
  const { sending, report, run } = found
  if (report.deletedAt) return
  if (sending.adminId === null && sending.email === null) return
  const reader = sending.adminId ?? report.ownerId
  const me = reader === null ? undefined : await principalOfAdmin(db, reader)
  if (!me) return refuse(app, found, sending.adminId === null ? messages.ownerLeft : messages.left, 'left')
  let made: Made
  try {
    const to = sending.email === null ? '' : ` to ${sending.email}`
    const note = `, by the report ${isolated(report.name)}${to}`
    made = await makeFile(app, report, { me, occasion: run.occasion, note })
  } catch (error) {
    const refusal = asRefusal(error)
    // A fault of ours is tried again.
    if (!refusal || refusal.status >= 500) throw error
    const lost = sending.adminId === null ? messages.ownerLostRight : messages.lostRight
    return refuse(app, found, refusal.status === 403 ? lost : refusal.message)
  }
  const requested = JSON.stringify([report.call, report.params, report.query])
  const before = await store.lastSent(db, found)
  const isComparable = before?.summary?.requested === requested && before.rows !== null
  const change = isComparable
    ? describeChange(made.rows, changeOf({ rows: before.rows!, keys: before.keys }, made))
    : ''
  const summary = { requested, totals: made.totals }
  const set = { rows: made.rows, summary, keys: run.kind === 'test' ? null : made.keys, message: change }
  const content = { made, change, before: isComparable ? before : undefined }
  if (sending.email === null) {
    await store.setSending(db, sendingId, set)
    return emailTo(app, found, me, content)
  }
  const { token, hash } = newToken()
  const linkEndsAt = new Date(app.clock.now().getTime() + LINK_DAYS * DAY_MS)
  await store.setSending(db, sendingId, { ...set, tokenHash: hash, linkEndsAt })
  return emailOutside(app, found, me, { ...content, token, linkEndsAt })
}

/** Says that it is not sent, and to the owner why. */
async function refuse(app: App, found: Sent, message: string, reason?: 'left'): Promise<undefined> {
  const { sending, report } = found
  const now = app.clock.now()
  await app.db.transaction(async (tx) => {
    await store.setSending(tx, sending.id, { state: 'denied', message })
    if (reason && sending.adminId !== null) await store.dropRecipient(tx, report.id, sending.adminId)
    await alertFailed(tx, report, `${await recipientOf(tx, sending)}: ${message}`, now)
  })
}

const recipientOf = async (db: Db, { email, adminId }: StoredSending): Promise<string> =>
  email ?? (await store.nameOfAdmin(db, adminId)) ?? 'A former colleague'

type Content = { made: Made; change: string; before: StoredSending | undefined }

/** "Tickets sold: 1,204 (1,100 before)". */
const describeTotals = ({ made, before }: Content): string[] =>
  Object.entries(made.totals).map(([title, total]) => {
    const was = before?.summary?.totals[title]
    return `${title}: ${showCount(total)}${was === undefined || was === total ? '' : ` (${showCount(was)} before)`}`
  })

function contentOf(app: App, { report, run }: Sent, content: Content) {
  const { zone, dayZone, chainName: chain } = app.env
  const filters = filtersOf(app, report, run.occasion)
  const isTest = run.kind === 'test'
  const totals = describeTotals(content)
  const paragraphs: [string, ...string[]] = [
    `${counted(content.made.rows, 'row')}. ${content.change ? `${content.change}.` : 'This is the first report, so there is nothing to compare it with.'}`,
    ...(totals.length ? [totals.join('. ')] : []),
    filters.length
      ? `Filters: ${filters.map(({ label, value }) => `${label}: ${value}`).join('; ')}`
      : 'No filters: everything.',
    ...(run.missed
      ? [
          `${counted(run.missed, 'earlier report')} could not be sent because the server was unavailable. This is the latest.`,
        ]
      : []),
  ]
  return {
    chain,
    subject: `${isTest ? 'Test: ' : ''}${report.name}, ${showDay(reportDay(report, run.occasion, report.every === 'close' ? dayZone : zone))}: ${chain}`,
    title: report.name,
    paragraphs,
  }
}

async function emailTo(app: App, found: Sent, me: Principal, content: Content): Promise<Email> {
  const { report } = found
  const { made } = content
  const { paragraphs, ...parts } = contentOf(app, found, content)
  const { attachment } = made
  const rest = made.rows - made.first.length
  const written = composeEmail(me.email, {
    ...parts,
    greeting: `Hello ${me.name},`,
    paragraphs: [
      ...paragraphs,
      attachment
        ? `The complete file is attached: ${attachment.name}.`
        : 'The file is too large for an email. Download it in Marquee.',
      ...(rest > 0 ? [`First ${PREVIEW_ROWS} rows:`] : []),
    ],
    ...(made.first.length && { table: { head: made.head, rows: made.first } }),
    button: { label: 'Open in Marquee', link: `${app.origin}/dashboard/${report.path}` },
    smallPrint: `${describeSchedule(report)}. It shows the rows you have permission to see. ${app.origin}/dashboard/reports/${report.id}`,
  })
  return attachment ? { ...written, attachments: [attachment] } : written
}

/** No row stands in it: they are behind the link, which ends and can be revoked. */
async function emailOutside(
  app: App,
  found: Sent,
  me: Principal,
  { token, linkEndsAt, ...content }: Content & { token: string; linkEndsAt: Date },
): Promise<Email> {
  const { paragraphs, ...parts } = contentOf(app, found, content)
  return composeEmail(found.sending.email!, {
    ...parts,
    greeting: 'Hello,',
    paragraphs: [`${me.name} has shared this report of ${app.env.chainName} with you.`, ...paragraphs],
    button: { label: 'Download file', link: `${app.origin}/shared-report/${token}` },
    smallPrint: `The link works until ${showInstant(linkEndsAt, app.env.zone)}. It is for you only; please do not forward it. The file is created when you download it.`,
  })
}

export const emails = { [REPORT]: write }

/** What became of the email. */
export const emailOutcomes: EmailOutcomes = {
  [REPORT]: async (tx: Db, { sendingId }: Params, { now, failure }: { now: Date; failure?: string }) => {
    const found = await store.sendingById(tx, sendingId)
    if (!found) return
    const { sending, report } = found
    if (failure === undefined) {
      await store.setSending(tx, sendingId, { state: 'sent', sentAt: now })
      if (found.run.kind !== 'test') await store.forgetKeys(tx, await store.lastSent(tx, found))
      return
    }
    await store.setSending(tx, sendingId, { state: 'failed', message: failure })
    await alertFailed(tx, report, `${await recipientOf(tx, sending)}: ${failure}`, now)
  },
}
