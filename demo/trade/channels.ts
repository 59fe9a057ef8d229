import type { Rng } from '#demo/random.ts'

export type Channel = 'web' | 'mobile' | 'not_specified'

/** Where people buy: the web shop gives way to the app. `age` is 0 on the first day and 1 at the origin. */
export const share = (channel: Channel, age: number): number => {
  const web = Math.max(0.08, 0.54 - 0.38 * age)
  const mobile = 0.18 + 0.5 * Math.min(1.2, age)
  return channel === 'web' ? web : channel === 'mobile' ? mobile : 1 - web - mobile
}

export function channelOf(rng: Rng, age: number): Channel {
  const at = rng.next()
  const web = share('web', age)
  return at < web ? 'web' : at < web + share('mobile', age) ? 'mobile' : 'not_specified'
}

/** Subscriptions and plan tickets are had online alone. */
export const onlineChannelOf = (rng: Rng, age: number): 'web' | 'mobile' => {
  const web = share('web', age)
  return rng.chance(web / (web + share('mobile', age))) ? 'web' : 'mobile'
}
