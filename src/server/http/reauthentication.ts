import type { App } from '../app.ts'
import type { Principal } from './principal.ts'
import { confirmFirst } from './problem.ts'

/**
 * Requires a recent confirmation (setting REAUTHENTICATION_MINUTES) before a costly action. Programs are exempt. Rows
 * with `reauthenticate` call this themselves.
 * @throws Refusal with the code `confirm`
 */
export function mustBeConfirmed(app: App, me: Principal, now: Date): void {
  if (me.confirmedAt && now.getTime() - me.confirmedAt.getTime() > app.env.session.reauthenticationMs)
    throw confirmFirst()
}
