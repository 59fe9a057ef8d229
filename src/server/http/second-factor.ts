import type { Endpoint } from '#contract/endpoint.ts'
import { dayOf, type Day } from '#contract/time.ts'
import type { Env } from '../env.ts'
import type { Principal } from './principal.ts'
import { factorFirst } from './problem.ts'

/** Features in which a second factor is set up, and in which people sign out. */
const OPEN_WITHOUT = new Set(['session', 'account'])

/**
 * Returns the earlier of the days from which a role and the chain (setting SECOND_FACTOR_FROM) require two-factor
 * authentication.
 */
export const twoFactorFrom = (env: Env, ofRole: Day | null | undefined): Day | undefined =>
  [env.twoFactorFrom, ofRole].filter((day) => day != null).toSorted()[0]

/** Returns that day for a caller without a second factor. */
export const factorNeededFrom = (env: Env, me: Principal): Day | undefined =>
  me.hasFactor ? undefined : twoFactorFrom(env, me.roleTwoFactorFrom)

/**
 * Limits a caller without a second factor, from that day on, to the calls that set one up.
 * @throws Refusal with the code `factor`
 */
export function mustHaveFactor({ feature, permission }: Endpoint, env: Env, me: Principal, now: Date): void {
  if (me.key || me.tokenId || permission === 'public' || OPEN_WITHOUT.has(feature)) return
  const from = factorNeededFrom(env, me)
  if (from && from <= dayOf(now, env.zone)) throw factorFirst()
}
