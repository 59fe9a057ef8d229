import { call } from '#web/api/client.ts'
import { enter } from '#web/api/enter.ts'
import { keepUnderWay, takeUnderWay, type UnderWay } from '#web/api/provider.ts'
import { singleSignOn } from '#contract/single-sign-on.ts'

/** Leaves for the provider. @throws ApiFailure */
export async function leaveFor(provider: string): Promise<void> {
  const { data } = await call(singleSignOn.start, { params: { provider } })
  keepUnderWay({ secret: data.secret, purpose: 'sign in' })
  location.assign(data.url)
}

/** What the browser left for the provider for. */
export type Arriving = { purpose: UnderWay['purpose']; done: Promise<unknown> }

/** Goes on with what the provider sent the browser back with; `done` fails with the message to show. */
export function arrive(provider: string, search: string): Arriving {
  const { secret, purpose } = takeUnderWay() ?? { secret: 'none', purpose: 'sign in' }
  return { purpose, done: ENDS[purpose](provider, { search, secret }) }
}

const ENDS: Record<
  UnderWay['purpose'],
  (provider: string, body: { search: string; secret: string }) => Promise<unknown>
> = {
  'sign in': async (provider, body) =>
    enter((await call(singleSignOn.finish, { params: { provider }, body })).data.tokens),
  confirm: (_, body) => call(singleSignOn.finishConfirming, { body }),
  link: (provider, body) => call(singleSignOn.finishLinking, { params: { provider }, body }),
}
