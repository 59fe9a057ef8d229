import { showInstant } from '#contract/time.ts'
import { queueMail } from '#features/mail/server/public.ts'
import type { App } from '#server/app.ts'
import { adminByEmail } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { letter } from '#server/integrations/mail/letter.ts'
import type { Letter } from '#server/integrations/mail/port.ts'
import { CHANGES, type Change } from '../factor-rules.ts'

const FACTOR_CHANGED = 'factor-changed'

/** Whose second factor was changed, when, and from where: their own device, or by whom and why. */
type FactorChanged = { email: string; change: Change; at: string; where: string }

/** Tells a person of it, in the transaction that changes it. */
export const tellOfFactor = (
  tx: Db,
  app: App,
  { now, ...told }: Omit<FactorChanged, 'at'> & { now: Date },
): Promise<unknown> => {
  const params: FactorChanged = { ...told, at: now.toISOString() }
  return queueMail(tx, app.jobs, { kind: FACTOR_CHANGED, recipient: told.email, params }, now)
}

async function factorChanged({ db, env, origin }: App, told: FactorChanged): Promise<Letter | undefined> {
  const admin = await adminByEmail(db, told.email)
  if (!admin) return
  const title = CHANGES[told.change]
  return letter(admin.email, {
    chain: env.chainName,
    subject: `${title} (${env.chainName})`,
    title,
    greeting: `Hello ${admin.firstName},`,
    paragraphs: [
      `${title} on ${showInstant(told.at, env.zone)}: ${told.where}.`,
      'If it was not you, sign in, look at My account → Security, change your password, and tell a superadmin.',
    ],
    button: { label: 'My account', link: `${origin}/dashboard/account?tab=security` },
    smallPrint: 'You get this letter whenever a second factor of your account changes.',
  })
}

export const letters = { [FACTOR_CHANGED]: factorChanged }
