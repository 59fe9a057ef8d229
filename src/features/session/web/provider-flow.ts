import { call } from '#web/api/client.ts'
import { enter } from '#web/api/enter.ts'
import { keepUnderWay, takeUnderWay } from '#web/api/provider.ts'
import { singleSignOn } from '#contract/single-sign-on.ts'

/** Leaves for the provider. @throws ApiFailure */
export async function leaveFor(provider: string): Promise<void> {
  const { data } = await call(singleSignOn.start, { params: { provider } })
  keepUnderWay({ secret: data.secret, isConfirming: false })
  location.assign(data.url)
}

/**
 * Goes on with what the provider sent the browser back with.
 * @returns whether a window of its own can be closed now
 * @throws ApiFailure, with the message to show
 */
export async function arrive(provider: string, search: string): Promise<{ isConfirming: boolean }> {
  const underWay = takeUnderWay()
  const body = { search, secret: underWay?.secret ?? 'none' }
  if (underWay?.isConfirming) await call(singleSignOn.finishConfirming, { body })
  else await enter((await call(singleSignOn.finish, { params: { provider }, body })).data.tokens)
  return { isConfirming: underWay?.isConfirming ?? false }
}
