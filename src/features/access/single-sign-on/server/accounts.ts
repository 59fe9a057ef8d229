/** Whose account it is that an identity provider speaks of. */
import { nameOf } from '#contract/session.ts'
import { queueSecurityEmail } from '#features/access/session/server/public.ts'
import type { App } from '#server/app.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { isStillGiven } from '#server/auth/assigned-roles.ts'
import { endSessionsOf } from '#server/auth/sessions.ts'
import {
  addAdmin,
  adminByEmail,
  adminWithRole,
  changeRights,
  defaultRoleId,
  lockAccount,
  rolesNamed,
  type Admin,
} from '#server/auth/store.ts'
import type { ProviderSettings } from '#server/configuration.ts'
import type { Db } from '#server/db/connect.ts'
import type { Recorder } from '#server/http/handle.ts'
import { conflict, forbidden } from '#server/http/problem.ts'
import { messages } from '../rules.ts'
import type { Claims } from './provider.ts'
import { adminOfIdentity, issuersOf, noteIdentity, takeLink } from './store.ts'

type Rights = { userType: Admin['userType']; roleId: number }
type In = { app: App; db: Db; record: Recorder; now: Date }

/**
 * The account of an identity: the one it signed in as before; else the one with its confirmed address, which it is from
 * now on unless that one signs in at another of the providers; else, where the provider may, a new one. Where groups give roles they do at each sign-in.
 * @throws Refusal 403 with what is missing
 */
export async function accountOf(
  provider: ProviderSettings,
  claims: Claims,
  { app, db, record, now }: In,
): Promise<Admin> {
  const rights = await rightsBy(db, provider, claims.groups)
  const known = await adminOfIdentity(db, claims.issuer, claims.subject)
  const admin = known
    ? (await adminWithRole(db, known))?.admin
    : await firstTime(provider, claims, rights, { app, db, record, now })
  // An account that was deleted stays so, whoever the provider signs in.
  if (!admin) throw forbidden(messages.noAccount(provider.name))
  await noteIdentity(db, { issuer: claims.issuer, subject: claims.subject, adminId: admin.id }, now)
  if (!rights || (rights.userType === admin.userType && rights.roleId === admin.roleId)) return admin
  await changeRights(db, admin.id, rights)
  await endSessionsOf(db, admin.id, now)
  await record(
    {
      entity: 'admin',
      id: admin.id,
      summary: `Changed the permissions of ${nameOf(admin)} by their groups at ${provider.name}`,
      before: { userType: admin.userType, roleId: admin.roleId },
      after: rights,
    },
    { id: admin.id, name: nameOf(admin) },
  )
  return { ...admin, ...rights }
}

/** By their groups; undefined where roles are given here. */
async function rightsBy(db: Db, provider: ProviderSettings, groups: readonly string[]): Promise<Rights | undefined> {
  const names = Object.entries(provider.roles)
  if (!names.length && !provider.superadmins.length) return
  if (groups.some((group) => provider.superadmins.includes(group)))
    return { userType: 'Super Admin', roleId: await defaultRoleId(db) }
  const wanted = names.filter(([group]) => groups.includes(group)).map(([, role]) => role)
  const found = await rolesNamed(db, wanted)
  const role = wanted.map((name) => found.find((one) => one.name === name)).find(Boolean)
  if (!role) throw forbidden(messages.noRole(provider.name))
  return { userType: 'Admin', roleId: role.id }
}

/** Whether an identity is one at this provider. */
export const isOf = (provider: ProviderSettings, issuer: string) =>
  new URL(provider.issuer).href === new URL(issuer).href

/** Links an identity to an account whose person proved that both are theirs. @throws 403, 409 */
export async function link(
  { app, db, now }: Omit<In, 'record'>,
  { provider, claims: { issuer, subject }, admin }: { provider: ProviderSettings; claims: Claims; admin: Admin },
): Promise<void> {
  await lockAccount(db, admin.id)
  if ((await issuersOf(db, admin.id)).includes(issuer)) throw conflict(messages.linkedBefore(provider.name))
  if (await adminOfIdentity(db, issuer, subject)) throw forbidden(messages.otherPerson)
  await noteIdentity(db, { issuer, subject, adminId: admin.id }, now)
  await queueSecurityEmail(db, app, admin, { what: 'provider linked', provider: provider.name }, now)
}

async function firstTime(
  provider: ProviderSettings,
  claims: Claims,
  rights: Rights | undefined,
  { app, db, record, now }: In,
) {
  const { email, firstName, lastName, issuer } = claims
  if (!email) throw forbidden(messages.noEmail(provider.name))
  const found = await adminByEmail(db, email)
  if (found) {
    const issuers = await issuersOf(db, found.id)
    // Somebody else there has this account already: an address that was given to another person is not them.
    if (issuers.includes(issuer)) throw forbidden(messages.otherPerson)
    // No provider speaks for an account of another.
    if (
      issuers.some((one) => app.env.providers.some((provider) => isOf(provider, one))) &&
      !(await takeLink(db, found.id, now))
    )
      throw forbidden(messages.notLinked(provider.name))
    // The first sign-in of somebody who was invited accepts the invitation as much as its link does.
    if (found.invitedUntil && !(await isStillGiven(db, found))) throw forbidden(messages.outgrown)
    await queueSecurityEmail(db, app, found, { what: 'provider linked', provider: provider.name }, now)
    return found
  }
  if (!provider.makesAccounts) return
  const roleId = rights?.roleId ?? (await defaultRoleId(db))
  const made = await addAdmin(db, {
    email,
    firstName: firstName || email.split('@')[0]!,
    lastName,
    userType: rights?.userType ?? 'Admin',
    roleId,
    passwordHash: null,
  })
  const summary: AuditSummary = `Created the account of ${nameOf(made)} at their first sign-in at ${provider.name}`
  await record({ entity: 'admin', id: made.id, summary }, { id: made.id, name: nameOf(made) })
  return made
}
