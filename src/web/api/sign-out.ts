import { sessionCalls as rows } from '#contract/session.ts'
import type { Answer } from './client.ts'
import { send } from './send.ts'
import { endSession, type Ended } from './store.ts'

/** Ends the session on this device immediately, and on the server when possible. */
export async function signOut(reason: Ended = 'out'): Promise<void> {
  const last = endSession(reason)
  if (last) await endOnServer(last)
}

/** Renews an expired access token once, because idle time outlasts it, so that the session does end. */
export async function endOnServer({ jwt, refreshToken }: { jwt: string; refreshToken: string }): Promise<void> {
  try {
    const first = await send(rows.logout, jwt, { keepalive: true })
    if (first.status !== 401) return
    const renewed = await send(rows.refresh, '', { body: { token: refreshToken }, keepalive: true })
    if (!renewed.ok) return
    const { data } = (await renewed.json()) as Answer<typeof rows.refresh>
    await send(rows.logout, data.tokens.access_token, { keepalive: true })
  } catch {
    // The server deletes the session later; no one has its tokens.
  }
}
