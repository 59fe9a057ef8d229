import { rngOf } from '#demo/random.ts'
import type { Customer } from './customers.ts'

export type Device = {
  id: string
  customer: string
  platform: 'android' | 'ios' | 'web'
  token: string
  /** Milliseconds. */
  at: number
}

const SHARE = 0.36
/** Of those that were thrown away since: the push service does not know them any more (integrations/push/embedded.ts). */
const UNREGISTERED_SHARE = 0.015

/** The devices of those customers who let the app push; one or, seldom, two. */
export const devicesOf = (customers: readonly Customer[], seed: number): Device[] =>
  customers.flatMap(({ id, at }) => {
    const rng = rngOf(`device ${seed} ${id}`)
    if (!rng.chance(SHARE)) return []
    return Array.from({ length: rng.chance(0.08) ? 2 : 1 }, (_, n) => ({
      id: `${id}-${n}`,
      customer: id,
      platform: rng.chance(0.7) ? 'android' : rng.chance(0.8) ? 'ios' : ('web' as const),
      token: `${rng.chance(UNREGISTERED_SHARE) ? 'unregistered' : 'demo'}:${id}-${n}:${rng.int(10_000_000, 99_999_999)}`,
      at,
    }))
  })
