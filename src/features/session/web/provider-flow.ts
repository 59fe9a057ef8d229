import { call } from '#web/api/client.ts'
import { enter } from '#web/api/enter.ts'
import { singleSignOn } from '#features/single-sign-on/contract.ts'

/** What this tab keeps while its person is at the provider. The state is in the address they come back to. */
type UnderWay = { secret: string; isConfirming: boolean }

const KEY = 'marquee:provider'
/** Says to the window that asked that it is done, or what went wrong. */
export const CHANNEL = 'marquee:confirmed'

const keep = (underWay: UnderWay) => sessionStorage.setItem(KEY, JSON.stringify(underWay))
const take = (): UnderWay | undefined => {
  const found = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return found ? (JSON.parse(found) as UnderWay) : undefined
}

/** Leaves for the provider. @throws ApiFailure */
export async function leaveFor(provider: string): Promise<void> {
  const { data } = await call(singleSignOn.start, { params: { provider } })
  keep({ secret: data.secret, isConfirming: false })
  location.assign(data.url)
}

/**
 * Goes on with what the provider sent the browser back with.
 * @returns whether a window of its own can be closed now
 * @throws ApiFailure, with the message to show
 */
export async function arrive(provider: string, search: string): Promise<{ isConfirming: boolean }> {
  const underWay = take()
  const body = { search, secret: underWay?.secret ?? 'none' }
  if (underWay?.isConfirming) await call(singleSignOn.finishConfirming, { body })
  else await enter((await call(singleSignOn.finish, { params: { provider }, body })).data.tokens)
  return { isConfirming: underWay?.isConfirming ?? false }
}

/** Confirms who one is at the provider, in a window of its own. @returns whether they did; false also when it was closed */
export async function confirmThere(): Promise<boolean> {
  // Opened at once, while the click counts: a browser refuses windows that open by themselves.
  const opened = window.open('', 'marquee-confirm', 'popup,width=520,height=680')
  const { data } = await call(singleSignOn.startConfirming)
  const heard = new BroadcastChannel(CHANNEL)
  try {
    if (!opened) return false
    opened.sessionStorage.setItem(KEY, JSON.stringify({ secret: data.secret, isConfirming: true } satisfies UnderWay))
    opened.location.assign(data.url)
    return await new Promise<boolean>((resolve) => {
      heard.onmessage = () => resolve(true)
      const closed = setInterval(() => {
        if (!opened.closed) return
        clearInterval(closed)
        resolve(false)
      }, 500)
    })
  } finally {
    heard.close()
  }
}
