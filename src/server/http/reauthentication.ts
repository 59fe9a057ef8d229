import type { App } from '../app.ts'
import type { Principal } from './principal.ts'
import { confirmFirst } from './problem.ts'

/**
 * Before what is costly: whoever last confirmed who they are too long ago (setting REAUTHENTICATION_MINUTES) does it first. A
 * program is not asked. Rows with `reauthenticate` ask by themselves.
 * @throws Refusal with the code `confirm`
 */
export function mustBeConfirmed(app: App, me: Principal, now: Date): void {
  if (me.confirmedAt && now.getTime() - me.confirmedAt.getTime() > app.env.session.reauthenticationMs)
    throw confirmFirst()
}
