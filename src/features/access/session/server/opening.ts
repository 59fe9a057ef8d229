import type { App } from '#server/app.ts'
import { deviceOf } from '#server/auth/device.ts'
import { openSession, type Opening } from '#server/auth/sessions.ts'
import { isKnownNetwork, knowDevice, knowNetwork, type Admin } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Context } from '#server/http/handle.ts'
import { networkOf } from '#server/http/rate-limit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { queueSecurityEmail } from './security-emails.ts'

/** Opens a session for somebody who has proved who they are; on a device that is new to the account they are told of it. */
export async function openFor(
  tx: Db,
  app: App,
  admin: Admin,
  {
    request,
    now,
    ...by
  }: Pick<Opening, 'means'> & Partial<Pick<Opening, 'provider'>> & { request: Context<Endpoint>['request']; now: Date },
) {
  const [network, device] = [networkOf(request.ip), deviceOf(request.headers['user-agent'])]
  await knowNetwork(tx, admin.id, network, now)
  if (await knowDevice(tx, admin.id, { device, network }, now))
    await queueSecurityEmail(tx, app, admin, { what: 'new device', device }, now)
  return openSession(tx, admin.id, now, app.env.session, { ...by, address: request.ip, device })
}

/** Nobody is at home nowhere, and the same is asked for them. */
export const isAtHome = (db: Db, admin: Admin | undefined, network: string) =>
  isKnownNetwork(db, admin?.id ?? 0, network)

/** What a browser keeps of a session that was opened or renewed. */
export const tokensOf = async (
  app: Pick<App, 'accessTokens'>,
  opened: { sessionId: string; refreshToken: string },
  now: Date,
) => ({ access_token: await app.accessTokens.sign(opened.sessionId, now), refresh_token: opened.refreshToken })
