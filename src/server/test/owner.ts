import type { App } from '../app.ts'
import { openSession } from '../auth/sessions.ts'
import { addAdmin, defaultRoleId } from '../auth/store.ts'

export const OWNER_EMAIL = 'owner@test.example'

/** Adds a superadmin to a server that a test started itself. @returns the authorization header of their session */
export async function addOwner({ db, clock, env, accessTokens }: App, email = OWNER_EMAIL): Promise<string> {
  const { id } = await addAdmin(db, {
    email,
    firstName: 'Olu',
    lastName: 'Owner',
    userType: 'Super Admin',
    roleId: await defaultRoleId(db),
    passwordHash: 'none',
  })
  const { sessionId } = await openSession(db, id, clock.now(), env.session)
  return `Bearer ${await accessTokens.sign(sessionId, clock.now())}`
}
