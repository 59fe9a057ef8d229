import { ACTS, amountInWords, toWire } from '#contract/approval.ts'
import { showInstant } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import { letter } from '#server/integrations/mail/letter.ts'
import type { Letter } from '#server/integrations/mail/port.ts'
import { whyNot } from './shown.ts'
import { proposalById, stateAt } from './store.ts'

/** The kind of letter that asks somebody to decide about a proposal. */
export const APPROVAL_WANTED = 'approval'
export type Wanted = { proposalId: number; adminId: number }

/** Says what kind of act it is and of how much; about whom is said in the office alone. */
async function write(app: App, { proposalId, adminId }: Wanted): Promise<Letter | undefined> {
  const { zone, chainName: chain } = app.env
  const [proposal, me] = [await proposalById(app.db, proposalId), await principalOfAdmin(app.db, adminId)]
  // Decided meanwhile, or no longer theirs to decide.
  if (!proposal || !me || stateAt(proposal, app.clock.now()) !== 'waiting') return
  if (await whyNot(app.db, me, proposal)) return
  const { act, size, proposer, reason, expiresAt } = proposal
  const amount = amountInWords(act, toWire(act, size))
  return letter(me.email, {
    chain,
    subject: `${proposer} asks for your approval: ${ACTS[act].label}${amount && `, ${amount}`}`,
    title: 'Your approval is wanted',
    greeting: `Hello ${me.name},`,
    paragraphs: [
      `${proposer} proposes: ${ACTS[act].label}${amount && `, ${amount}`}. Nothing is done until a second person approves it.`,
      `The reason: “${reason}”`,
    ],
    button: { label: 'Look at it', link: `${app.origin}/dashboard/approvals/${proposalId}` },
    smallPrint: `It lapses on ${showInstant(expiresAt.toISOString(), zone)}. Whoever may do this can approve or refuse it.`,
  })
}

export const letters = { [APPROVAL_WANTED]: write }
