import { singleSignOn } from '#contract/single-sign-on.ts'
import { call } from './client.ts'

/** What a tab keeps while its person is at the provider. The state is in the address that they come back to. */
export type UnderWay = { secret: string; purpose: 'sign in' | 'confirm' | 'link' }

const KEY = 'marquee:provider'
/** Says to the window that asked that it is done. */
export const CHANNEL = 'marquee:confirmed'

export const keepUnderWay = (underWay: UnderWay) => sessionStorage.setItem(KEY, JSON.stringify(underWay))
export function takeUnderWay(): UnderWay | undefined {
  const found = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return found ? (JSON.parse(found) as UnderWay) : undefined
}

/**
 * Confirms who one is at the provider, in a window of its own; resolves when they have. A window that is closed there
 * cannot be noticed: the policy that keeps other sites from reaching into ours (COOP) severs the two.
 * @throws ApiFailure, or an Error when the browser opens no window
 */
export async function confirmThere(signal: AbortSignal): Promise<void> {
  // Opened at once, while the click counts: a browser refuses windows that open by themselves.
  const opened = window.open('', 'marquee-confirm', 'popup,width=520,height=680')
  if (!opened) throw new Error('Your browser opened no window. Allow this site to open windows, then try again')
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

/** Where the browser goes to log out there as well; undefined where that is not offered or cannot be learned now. */
export async function leaveAddress(provider: string): Promise<string | undefined> {
  try {
    return (await call(singleSignOn.leave, { params: { provider } })).data.url ?? undefined
  } catch {
    return undefined
  }
}
