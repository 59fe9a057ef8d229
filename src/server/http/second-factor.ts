import type { Endpoint } from '#contract/endpoint.ts'
import { dayOf, type Day } from '#contract/time.ts'
import type { Env } from '../env.ts'
import type { Principal } from './principal.ts'
import { factorFirst } from './problem.ts'

/** Where a factor is set up, and left for another account. */
const OPEN_WITHOUT = new Set(['session', 'account'])

/** The day from which a role and the chain (setting SECOND_FACTOR_FROM) ask for a second factor: the earlier one. */
export const twoFactorFrom = (env: Env, ofRole: Day | null | undefined): Day | undefined =>
  [env.twoFactorFrom, ofRole].filter((day) => day != null).toSorted()[0]

/** The same, of somebody who has none. */
export const factorNeededFrom = (env: Env, me: Principal): Day | undefined =>
  me.hasFactor ? undefined : twoFactorFrom(env, me.roleTwoFactorFrom)

/**
 * From that day on who has none reaches only what it takes to set one up.
 * @throws Refusal with the code `factor`
 */
export function mustHaveFactor({ feature, permission }: Endpoint, env: Env, me: Principal, now: Date): void {
  if (me.key || me.tokenId || permission === 'public' || OPEN_WITHOUT.has(feature)) return
  const from = factorNeededFrom(env, me)
  if (from && from <= dayOf(now, env.zone)) throw factorFirst()
}
