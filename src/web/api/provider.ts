import { singleSignOn } from '#contract/single-sign-on.ts'
import { call } from './client.ts'

/** Data of a tab while its person signs in at the provider. The state is in the return address. */
export type UnderWay = { secret: string; purpose: 'sign in' | 'confirm' | 'link' }

const KEY = 'marquee:provider'
/** Channel on which the sign-in window reports success to the window that opened it. */
export const CHANNEL = 'marquee:confirmed'

export const keepUnderWay = (underWay: UnderWay) => sessionStorage.setItem(KEY, JSON.stringify(underWay))
export function takeUnderWay(): UnderWay | undefined {
  const found = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return found ? (JSON.parse(found) as UnderWay) : undefined
}

/**
 * Confirms the person's identity at the provider in a new window, and resolves afterwards. A closed window cannot be
 * detected, because the opener policy (COOP) separates the two windows.
 * @throws ApiFailure, or an Error when the browser blocks the window
 */
export async function confirmThere(signal: AbortSignal): Promise<void> {
  // Opened during the click, because browsers block windows that open later.
  const opened = window.open('', 'marquee-confirm', 'popup,width=520,height=680')
  if (!opened) throw new Error('Your browser blocked the sign-in window. Allow pop-ups for this site, then try again.')
  try {
    const { data } = await call(singleSignOn.startConfirming)
    opened.sessionStorage.setItem(KEY, JSON.stringify({ secret: data.secret, purpose: 'confirm' } satisfies UnderWay))
    opened.location.assign(data.url)
  } catch (failure) {
    opened.close()
    throw failure
  }
  const confirmed = new BroadcastChannel(CHANNEL)
  return new Promise((resolve) => {
    confirmed.onmessage = () => {
      confirmed.close()
      resolve()
    }
    signal.addEventListener('abort', () => confirmed.close())
  })
}

/** Returns the provider's sign-out address; undefined if there is none or it cannot be read now. */
export async function leaveAddress(provider: string): Promise<string | undefined> {
  try {
    return (await call(singleSignOn.leave, { params: { provider } })).data.url ?? undefined
  } catch {
    return undefined
  }
}
