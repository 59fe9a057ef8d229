import { isolated } from '#contract/isolate.ts'
import { noteRefused } from '#server/audit/refused.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import type { App } from '#server/app.ts'
import { deviceOf } from '#server/auth/device.ts'
import { adminByEmail, adminWithRole, type Admin } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { NOT_SIGNED_IN } from '#server/http/principal.ts'
import { networkOf } from '#server/http/rate-limit.ts'
import type { SignInFailure } from '#server/watch/metrics.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Proof } from '#contract/factors.ts'
import { session } from '../contract.ts'
import { nameOf } from '#contract/session.ts'

type Request = { id: string; ip: string; headers: Record<string, unknown> }
type Attempt = { app: Pick<App, 'db' | 'watch' | 'afterwards'>; now: Date; request: Request; email: string }

/** Reasons for a failed sign-in to an account. */
const REASONS = { wrong: 'wrong password', tooMany: 'too many attempts', noAdmin: 'no access to the back office' }

const COUNTED = { wrong: 'wrong_password', tooMany: 'too_many_tries', noAdmin: 'no_admin' } satisfies Record<
  keyof typeof REASONS,
  SignInFailure
>

/** Lines of one account in an hour, of one network, and of all addresses that nobody has. */
const OF_ACCOUNT = { max: 20, seconds: 3600 }
const OF_NETWORK = { max: 10, seconds: 3600 }
const OF_UNKNOWN = { max: 100, seconds: 3600 }
/** An account is tried too often from many networks at once. */
const ONCE = { max: 1, seconds: 300 }

/**
 * Writes down that somebody did not get in: whose account it was; of an address that nobody has, its form alone. That is
 * not the same work, so no answer waits for it: its time would tell who has an account.
 */
export function noteFailed(attempt: Attempt, reason: keyof typeof REASONS): void {
  attempt.app.watch.metrics.signInFailed(COUNTED[reason])
  attempt.app.afterwards.leave(() => write(attempt, reason))
}

async function write({ app: { db }, now, request, email }: Attempt, reason: keyof typeof REASONS): Promise<void> {
  const admin = await adminByEmail(db, email)
  const refused = { call: session.login, actor: { id: null, name: NOT_SIGNED_IN }, requestId: request.id, now }
  const network = networkOf(request.ip)
  if (!admin) {
    const bounds = [
      { key: `strangers ${network}`, ...OF_NETWORK },
      { key: 'strangers', ...OF_UNKNOWN },
    ]
    const summary = failure(`${formOf(email)} (no account)`, REASONS[reason], from(request, network))
    return noteRefused(db, refused, bounds, { entity: 'admin', id: 'unknown', summary })
  }
  const bound = reason === 'tooMany' ? ONCE : OF_ACCOUNT
  const summary = failure(isolated(nameOf(admin)), REASONS[reason], from(request, request.ip))
  return noteRefused(db, refused, [{ key: `sign-in ${reason} ${admin.id}`, ...bound }], {
    entity: 'admin',
    id: admin.id,
    summary,
  })
}

export const WRONG: Record<Proof['method'], string> = {
  passkey: 'passkey not accepted',
  authenticator: 'wrong code',
  recovery: 'wrong recovery code',
}

/** The same of a second factor, or of a passkey alone; of one that is nobody's, within the bounds of strangers. */
export async function noteFailedFactor(
  { app: { db, watch }, now, request }: Omit<Attempt, 'email' | 'app'> & { app: Pick<App, 'db' | 'watch'> },
  call: Endpoint,
  method: Proof['method'],
  admin: Admin | undefined,
): Promise<void> {
  watch.metrics.signInFailed(method === 'recovery' ? 'recovery_code' : method)
  const refused = { call, actor: { id: null, name: NOT_SIGNED_IN }, requestId: request.id, now }
  const bound = admin
    ? { key: `factor ${method} ${admin.id}`, ...OF_ACCOUNT }
    : { key: `strangers ${networkOf(request.ip)}`, ...OF_NETWORK }
  const whose = admin ? isolated(nameOf(admin)) : 'an unknown account'
  const summary = failure(whose, WRONG[method], from(request, request.ip))
  await noteRefused(db, refused, [bound], { entity: 'admin', id: admin?.id ?? 'unknown', summary })
}

/** A refresh token came a second time: two hold it, and their session was ended. */
export async function noteReuse(tx: Db, { app, now, request }: Omit<Attempt, 'email'>, adminId: number) {
  app.watch.metrics.signInFailed('token_reused')
  const found = await adminWithRole(tx, adminId)
  const name = found ? isolated(nameOf(found.admin)) : `admin ${adminId}`
  const refused = { call: session.refresh, actor: { id: null, name: NOT_SIGNED_IN }, requestId: request.id, now }
  const summary: AuditSummary = `Ended a session of ${name}: its refresh token was used twice, the second time by ${from(request, request.ip)}`
  await noteRefused(tx, refused, [], { entity: 'admin', id: adminId, summary })
}

const failure = (name: string, reason: string, source: string): AuditSummary =>
  `Failed to sign in as ${name}: ${reason}, ${source}`

const from = ({ headers }: Request, address: string) =>
  `${deviceOf(String(headers['user-agent'] ?? ''))} from ${address}`

/** "a…@example.com" is not known by itself. */
const formOf = (email: string) => `${email.slice(0, 1)}…@${email.split('@').at(-1)!.slice(0, 60)}`
