import { singleSignOn } from '#contract/single-sign-on.ts'
import { call } from './client.ts'

/** What a tab keeps while its person is at the provider. The state is in the address that they come back to. */
export type UnderWay = { secret: string; isConfirming: boolean }

const KEY = 'marquee:provider'
/** Says to the window that asked that it is done. */
export const CHANNEL = 'marquee:confirmed'

export const keepUnderWay = (underWay: UnderWay) => sessionStorage.setItem(KEY, JSON.stringify(underWay))
export function takeUnderWay(): UnderWay | undefined {
  const found = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return found ? (JSON.parse(found) as UnderWay) : undefined
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

/** Where the browser goes to log out there as well; undefined where that is not offered or cannot be learned now. */
export async function leaveAddress(provider: string): Promise<string | undefined> {
  try {
    return (await call(singleSignOn.leave, { params: { provider } })).data.url ?? undefined
  } catch {
    return undefined
  }
}
