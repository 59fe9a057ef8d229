import { describeAmount, toWire } from '#contract/approval.ts'
import { showInstant } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import { decisionBlockedReason } from './present.ts'
import { approvalRequestById, stateAt } from './store.ts'
import { titleOf } from './title.ts'

/** The kind of email that asks an approver to decide about a request. */
export const APPROVAL_WANTED = 'approval'
export type Wanted = { approvalRequestId: number; adminId: number }

/** Writes the email without names of people: only Marquee shows them. */
async function write(app: App, { approvalRequestId, adminId }: Wanted): Promise<Email | undefined> {
  const { zone, chainName: chain } = app.env
  const [approvalRequest, me] = [
    await approvalRequestById(app.db, approvalRequestId),
    await principalOfAdmin(app.db, adminId),
  ]
  // Skipped if the request was decided, or the recipient can no longer decide it.
  if (!approvalRequest || !me || stateAt(approvalRequest, app.clock.now()) !== 'pending') return
  if (await decisionBlockedReason(app.db, me, approvalRequest)) return
  const { action, size, difference, requester, reason, expiresAt } = approvalRequest
  const title = titleOf(action, difference)
  const amount = describeAmount(action, toWire(action, size))
  return composeEmail(me.email, {
    chain,
    subject: `Approval needed: ${title}`,
    title: 'Approval needed',
    greeting: `Hello ${me.name},`,
    paragraphs: [
      `${requester} requests approval: ${title}${amount && ` (${amount})`}. Nothing changes until another person approves this.`,
      `Reason: “${reason}”`,
    ],
    button: { label: 'Review request', link: `${app.origin}/dashboard/approvals/${approvalRequestId}` },
    smallPrint: `This request expires on ${showInstant(expiresAt.toISOString(), zone)}. Anyone with the same permission can approve or reject it.`,
  })
}

export const emails = { [APPROVAL_WANTED]: write }
