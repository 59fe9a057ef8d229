import { APPROVAL_ACTIONS, describeAmount, toWire } from '#contract/approval.ts'
import { showInstant } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import { decisionBlockedReason } from './present.ts'
import { approvalRequestById, stateAt } from './store.ts'

/** The kind of email that asks somebody to decide about a proposal. */
export const APPROVAL_WANTED = 'approval'
export type Wanted = { approvalRequestId: number; adminId: number }

/** Says what kind of act it is and of how much; about whom is said in the office alone. */
async function write(app: App, { approvalRequestId, adminId }: Wanted): Promise<Email | undefined> {
  const { zone, chainName: chain } = app.env
  const [approvalRequest, me] = [
    await approvalRequestById(app.db, approvalRequestId),
    await principalOfAdmin(app.db, adminId),
  ]
  // Decided meanwhile, or no longer theirs to decide.
  if (!approvalRequest || !me || stateAt(approvalRequest, app.clock.now()) !== 'pending') return
  if (await decisionBlockedReason(app.db, me, approvalRequest)) return
  const { action, size, requester, reason, expiresAt } = approvalRequest
  const amount = describeAmount(action, toWire(action, size))
  return composeEmail(me.email, {
    chain,
    subject: `${requester} asks for your approval: ${APPROVAL_ACTIONS[action].label}${amount && `, ${amount}`}`,
    title: 'Your approval is wanted',
    greeting: `Hello ${me.name},`,
    paragraphs: [
      `${requester} proposes: ${APPROVAL_ACTIONS[action].label}${amount && `, ${amount}`}. Nothing is done until a second person approves it.`,
      `The reason: “${reason}”`,
    ],
    button: { label: 'Look at it', link: `${app.origin}/dashboard/approvals/${approvalRequestId}` },
    smallPrint: `It lapses on ${showInstant(expiresAt.toISOString(), zone)}. Whoever may do this can approve or refuse it.`,
  })
}

export const emails = { [APPROVAL_WANTED]: write }
