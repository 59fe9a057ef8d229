import { counted } from '#contract/counted.ts'
import { isAdmin, isSuperadmin } from '#contract/permissions.ts'
import type { Output } from '#contract/endpoint.ts'
import { filePhone } from '#contract/phone.ts'
import { nameOf } from '#contract/session.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import { scheduledBy } from '#features/marketing/notifications/server/public.ts'
import { INVITATION, queueSecurityEmail, type Invitation } from '#features/access/session/server/public.ts'
import { LINK_HOURS } from '#features/access/single-sign-on/rules.ts'
import { allowLink } from '#features/access/single-sign-on/server/public.ts'
import type { App } from '#server/app.ts'
import { newPasswordHash } from '#server/auth/password-rules.ts'
import { removeFactors } from '#server/auth/factors.ts'
import { answerForInvitation, endInvitations, invite } from '#server/auth/invitations.ts'
import { keysMadeBy } from '#server/auth/keys.ts'
import { tokensMadeBy } from '#server/auth/service-tokens.ts'
import { endSessionsOf } from '#server/auth/sessions.ts'
import { addAdmin, defaultRoleId, endPasswordResets } from '#server/auth/store.ts'
import { showInstant } from '#contract/time.ts'
import { isolated } from '#contract/isolate.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { hasScopedRole } from '#server/db/scoped-role.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import { toE164 } from '#server/phone.ts'
import { admins, type AdminCinemaRole, type AdminRow } from '../contract.ts'
import {
  describeCinemaRole,
  messages,
  describeRoles,
  offeredType,
  UNDO_SECONDS,
  USER_TYPES,
  type UserType,
} from '../rules.ts'
import { audienceOf, managedOf, managedWith, mustManage, assertCanGive, visibleTo } from './managed.ts'
import {
  changeAdmin,
  countAdmins,
  findAdmin,
  forgetInvitation,
  hasPassword,
  lockAdmin,
  lockSuperadmins,
  isEmailInUse,
  isRole,
  listAdmins,
  placesAmong,
  removeAdmin,
  restoreAdmin,
  setCinemaRoles,
} from './store.ts'

export const handlers = handle(admins, {
  list: async ({ app, db, me, query: { page, perPage, ...filters } }) => {
    const filter = { ...filters, zone: app.env.zone }
    const seen = await visibleTo(db, me)
    if (page === undefined) return listAdmins(db, filter, seen)
    return {
      admins: await listAdmins(db, filter, seen, sliceOf({ page, perPage })),
      totalCount: await countAdmins(db, filter, seen),
    }
  },

  csv: async ({ db, me, query: { columns, ...filters }, app, write }) => {
    const filter = { ...filters, zone: app.env.zone }
    const rows = await listAdmins(db, filter, await visibleTo(db, me))
    return exportRows(write, {
      name: 'admins.csv',
      what: counted(rows.length, 'admin'),
      columns: csvColumns(filter.zone),
      choice: columns,
      rows,
    })
  },

  create: async ({ app, body, me, now, write }) => {
    const { email, first_name: firstName, last_name: lastName } = body
    const mobile = phoneOf(body.mobile)
    const userType = typeOf(body.userType)
    const owner = { email, firstName, lastName, mobile }
    const passwordHash = body.password === undefined ? null : await newPasswordHash(app, body.password, owner)
    return write(async ({ db, record, declareAmount }) => {
      const cinemaRoles = await checkedCinemaRoles(db, body.cinemaRoles ?? [])
      const roleId = await roleOf(db, { ...body, cinemaRoles })
      const given = await managedWith(db, { userType, roleId, cinemaRoles })
      await assertCanGive(db, me, given)
      const secrets = passwordHash ? ['password'] : []
      declareAmount(1, { fresh: ['id'], secrets, ...(await audienceOf(db, [given])) })
      const made = await withOwnEmail(() =>
        addAdmin(db, { email, mobile, firstName, lastName, userType, roleId, passwordHash }),
      )
      await setCinemaRoles(db, made.id, cinemaRoles)
      const isInvited = !passwordHash && isAdmin(userType)
      if (isInvited) await sendInvitation(db, app, made, me, now)
      const admin = (await findAdmin(db, made.id))!
      const name = isolated(nameOf(admin))
      await record({
        ...about(admin),
        summary: isInvited ? `Invited ${name} (${userType})` : `Created the account of ${name} (${userType})`,
        after: audited(admin),
      })
      return admin
    })
  },

  edit: async ({ app, params: { id }, body, me, now, write }) => {
    const { email, firstName, lastName, version } = body
    const mobile = phoneOf(body.mobile)
    const userType = typeOf(body.userType)
    // There the one that they have is asked for.
    if (body.password && id === me.id) throw invalid({ password: messages.ownPassword })
    const owner = { id, email, firstName, lastName, mobile }
    const passwordHash = body.password ? await newPasswordHash(app, body.password, owner) : undefined
    return write(async ({ db, record, declareAmount }) => {
      const superadmins = await lockSuperadmins(db)
      const before = await managedOr403(db, me, id)
      if (version !== undefined && version !== before.version) throw stale(before)
      if (userType !== USER_TYPES.SUPERADMIN) assertNotLast(superadmins, id)
      const cinemaRoles = body.cinemaRoles ? await checkedCinemaRoles(db, body.cinemaRoles) : before.cinemaRoles
      const roleId = await roleOf(db, { ...body, cinemaRoles }, before)
      const [had, given] = [await managedOf(db, id), await managedWith(db, { userType, roleId, cinemaRoles })]
      await assertCanGive(db, me, given)
      if (body.cinemaRoles) await setCinemaRoles(db, id, cinemaRoles)
      const change = { email, mobile, firstName, lastName, userType, roleId, passwordHash }
      const changed = await withOwnEmail(() => changeAdmin(db, id, change))
      const after = await settleInvitation(db, app, before, changed, me, now)
      const isOtherRole = rightsIn(after) !== rightsIn(before)
      if (isOtherRole && id === me.id && !isSuperadmin(me.userType)) throw forbidden(messages.ownRoles)
      if (isOtherRole) await app.approvals?.requireSecondApprovers(db, app)
      if (isOtherRole && after.invitedUntil) await answerForInvitation(db, id, me.id)
      const secrets = passwordHash ? ['password'] : []
      const isTakeover = id !== me.id && (passwordHash !== undefined || after.email !== before.email)
      declareAmount(isOtherRole || isTakeover ? 1 : 0, { secrets, ...(await audienceOf(db, [had, given])) })
      const signsInAnew = passwordHash || after.email !== before.email
      if (signsInAnew) await endPasswordResets(db, id, now)
      if (!before.invitedUntil) await queueAlerts(db, app, before, after, Boolean(passwordHash), now)
      if (isOtherRole) await endSessionsOf(db, id, now)
      else if (signsInAnew) await endSessionsOf(db, id, now, me.sessionId)
      await record({
        ...about(after),
        summary: `Edited the account of ${isolated(nameOf(after))}${passwordHash ? ', with a new password' : ''}`,
        before: audited(before),
        after: audited(after),
      })
      return after
    })
  },

  remove: async ({ app, params: { id }, query: { successor }, me, now, db, record }) => {
    const superadmins = await lockSuperadmins(db)
    const before = await managedOr403(db, me, id)
    if (id === me.id) throw conflict(messages.yourself)
    assertNotLast(superadmins, id)
    const heir = successor === undefined ? undefined : await successorOf(db, me, id, successor)
    const left = describeLeft(await leftBy(db, before, now))
    await removeAdmin(db, id, now)
    await app.approvals?.requireSecondApprovers(db, app)
    await endSessionsOf(db, id, now)
    await record({
      ...about(before),
      summary: `Deleted the account of ${isolated(nameOf(before))}${heir ? `; new owner${left && ` of ${left}`}: ${isolated(nameOf(heir))}` : ''}`,
      before: audited(before),
    })
  },

  leaving: async ({ params: { id }, me, now, db }) => {
    await mustManage(db, me, id)
    const admin = await findAdmin(db, id)
    if (!admin) throw notFound('admin')
    return leftBy(db, admin, now)
  },

  inviteAgain: async ({ app, params: { id }, me, now, db, record }) => {
    const before = await invitedOr409(db, me, id)
    await sendInvitation(db, app, before, me, now)
    await record({ ...about(before), summary: `Invited ${isolated(nameOf(before))} again` })
    return (await findAdmin(db, id))!
  },

  withdrawInvitation: async ({ params: { id }, me, now, db, record }) => {
    const before = await invitedOr409(db, me, id)
    await endInvitations(db, id, now)
    await removeAdmin(db, id, now)
    await record({
      ...about(before),
      summary: `Revoked the invitation of ${isolated(nameOf(before))}`,
      before: audited(before),
    })
  },

  resetFactors: async ({ app, params: { id }, body: { reason }, me, now, db, record, declareAmount }) => {
    const admin = await managedOr403(db, me, id)
    if (id === me.id) throw conflict(messages.ownFactors)
    if (!admin.hasFactor) throw conflict(messages.noFactors)
    declareAmount(1, await audienceOf(db, [await managedOf(db, id)]))
    await removeFactors(db, id)
    await endSessionsOf(db, id, now)
    await queueSecurityEmail(db, app, admin, { what: 'factors reset', where: `by ${me.name}, “${reason}”` }, now)
    await record({
      ...about(admin),
      summary: `Reset two-factor authentication of ${isolated(nameOf(admin))}`,
      after: { reason },
    })
  },

  allowProvider: async ({ app, params: { id }, body: { reason }, me, now, db, record, declareAmount }) => {
    const admin = await managedOr403(db, me, id)
    if (id === me.id) throw conflict(messages.ownProvider)
    declareAmount(1, await audienceOf(db, [await managedOf(db, id)]))
    const until = new Date(now.getTime() + LINK_HOURS * 3_600_000)
    await allowLink(db, id, until)
    const where = `by ${me.name}, “${reason}”, until ${showInstant(until.toISOString(), app.env.zone)}`
    await queueSecurityEmail(db, app, admin, { what: 'provider allowed', where }, now)
    await record({
      ...about(admin),
      summary: `Allowed ${isolated(nameOf(admin))} to link another identity provider`,
      after: { reason, until: until.toISOString() },
    })
  },

  endSessions: async ({ params: { id }, me, now, db, record }) => {
    const admin = await managedOr403(db, me, id)
    const ended = await endSessionsOf(db, id, now)
    await record({ ...about(admin), summary: `Ended ${counted(ended, 'session')} of ${isolated(nameOf(admin))}` })
  },

  restore: async ({ params: { id }, me, now, db, record }) => {
    const since = new Date(now.getTime() - UNDO_SECONDS * 1000)
    const admin = await withOwnEmail(() => restoreAdmin(db, id, since))
    await mustManage(db, me, id)
    if (!admin) throw conflict(messages.tooLate)
    await record({
      ...about(admin),
      summary: `Restored the account of ${isolated(nameOf(admin))}`,
      after: audited(admin),
    })
    return admin
  },
})

const csvColumns = (zone: string): CsvColumn<AdminRow>[] => [
  { id: 'name', title: 'Name', cell: nameOf },
  { id: 'email', title: 'Email', cell: (admin) => admin.email },
  { id: 'mobile', title: 'Phone Number', cell: (admin) => filePhone(admin.mobile ?? '') },
  { id: 'userType', title: 'Role', cell: (admin) => admin.userType },
  { id: 'role', title: 'Admin Role', cell: describeRoles },
  { id: 'createdAt', title: 'Date Added', cell: (admin) => showInstant(admin.createdAt, zone) },
]

const about = ({ id }: AdminRow) => ({ entity: 'admin', id })
/** What the audit keeps of an account. Its password is in no row. */
const audited = ({ email, mobile, firstName, lastName, userType, role, cinemaRoles }: AdminRow) => ({
  email,
  mobile,
  firstName,
  lastName,
  userType,
  role,
  ...(cinemaRoles.length && { cinemaRoles: cinemaRoles.map(describeCinemaRole) }),
})
const rightsIn = ({ userType, roleId, cinemaRoles }: AdminRow) =>
  JSON.stringify([userType, roleId, cinemaRoles.map(({ roleId: its, states, cinemas }) => [its, states, cinemas])])

const typeOf = (text: string): UserType => USER_TYPES[offeredType(text)!]

function phoneOf(written: string): string {
  const mobile = toE164(written)
  if (!mobile) throw invalid({ mobile: messages.invalidPhone })
  return mobile
}

/** An account that this person may manage, locked until the transaction ends. */
async function managedOr403(tx: Db, me: Principal, id: number): Promise<AdminRow> {
  const admin = await lockAdmin(tx, id)
  await mustManage(tx, me, id)
  if (!admin) throw notFound('admin')
  return admin
}

async function invitedOr409(tx: Db, me: Principal, id: number): Promise<AdminRow> {
  const admin = await managedOr403(tx, me, id)
  if (!admin.invitedUntil) throw conflict(messages.notInvited)
  return admin
}

type Person = { id: number; email: string }

async function sendInvitation(tx: Db, app: App, { id, email }: Person, by: Principal, now: Date) {
  await invite(tx, id, by.id, now)
  const params: Invitation = { adminId: id, invitedBy: by.name }
  await queueEmail(tx, app.jobs, { kind: INVITATION, recipient: email, params }, now)
}

/** After a change: a link goes to the address that somebody has now, and to nobody who cannot use it. */
async function settleInvitation(
  tx: Db,
  app: App,
  before: AdminRow,
  after: AdminRow,
  me: Principal,
  now: Date,
): Promise<AdminRow> {
  const { id } = after
  const isWaiting = before.invitedUntil !== null
  if (await hasPassword(tx, id)) {
    if (isWaiting) await endInvitations(tx, id, now)
    return after
  }
  if (isWaiting && !isAdmin(after.userType)) {
    await endInvitations(tx, id, now)
    await forgetInvitation(tx, id)
  } else if (isWaiting ? after.email !== before.email : !isAdmin(before.userType) && isAdmin(after.userType))
    await sendInvitation(tx, app, after, me, now)
  return (await findAdmin(tx, id))!
}

/** Its person is told what became of their account. */
async function queueAlerts(tx: Db, app: App, before: AdminRow, after: AdminRow, isNewPassword: boolean, now: Date) {
  if (isNewPassword) await queueSecurityEmail(tx, app, after, { what: 'password changed' }, now)
  if (after.email === before.email) return
  await queueSecurityEmail(tx, app, before, { what: 'email removed' }, now)
  await queueSecurityEmail(tx, app, after, { what: 'email added' }, now)
}

/** What of somebody goes on without them. It stands under the name that they had. */
async function leftBy(db: Db, admin: AdminRow, now: Date): Promise<Left> {
  const name = nameOf(admin)
  return {
    notifications: await scheduledBy(db, name),
    keys: await keysMadeBy(db, name),
    tokens: await tokensMadeBy(db, admin.id, now),
  }
}

type Left = Output<(typeof admins)['leaving']['reply']>
const describeLeft = ({ notifications, keys, tokens }: Left) =>
  [
    notifications > 0 && counted(notifications, 'scheduled notification'),
    keys > 0 && counted(keys, 'feed key'),
    tokens > 0 && counted(tokens, 'service token'),
  ]
    .filter(Boolean)
    .join(', ')

async function successorOf(db: Db, me: Principal, id: number, successor: number): Promise<AdminRow> {
  const isSeen = successor !== id && (await visibleTo(db, me)).has(successor)
  const heir = isSeen ? await findAdmin(db, successor) : undefined
  if (!heir || heir.invitedUntil || !isAdmin(heir.userType)) throw invalid({ successor: messages.cannotTakeOver })
  return heir
}

/** Who would be missing: a chain without a superadmin could never make one again. */
function assertNotLast(superadmins: readonly number[], id: number) {
  if (superadmins.length === 1 && superadmins[0] === id) throw conflict(messages.lastSuperadmin)
}

type Wanted = { roleId?: number | null | undefined; cinemaRoles: readonly unknown[] }

/** The role for all cinemas: the one that is asked for, else the one there is, else the default one, unless they have others. */
async function roleOf(db: Db, { roleId: requestedId, cinemaRoles }: Wanted, before?: AdminRow): Promise<number | null> {
  const roleId = requestedId === undefined ? (before?.roleId ?? null) : requestedId
  if (roleId === null) return cinemaRoles.length ? null : defaultRoleId(db)
  if (!(await isRole(db, roleId))) throw invalid({ roleId: messages.noRole })
  return roleId
}

/** Roles at cinemas, of which each is there, and so is what holds them to these cinemas. */
async function checkedCinemaRoles(db: Db, cinemaRoles: CinemaRoles): Promise<CinemaRoles> {
  if (cinemaRoles.length && !(await hasScopedRole(db))) throw conflict(messages.notScoped)
  for (const { roleId } of cinemaRoles) if (!(await isRole(db, roleId))) throw invalid({ cinemaRoles: messages.noRole })
  const wanted = {
    states: cinemaRoles.flatMap(({ states }) => states),
    cinemas: cinemaRoles.flatMap(({ cinemas }) => cinemas),
  }
  const known = await placesAmong(db, wanted)
  if (wanted.states.some((id) => !known.states.includes(id))) throw invalid({ cinemaRoles: messages.noState })
  if (wanted.cinemas.some((id) => !known.cinemas.includes(id))) throw invalid({ cinemaRoles: messages.noCinema })
  return cinemaRoles
}
type CinemaRoles = Pick<AdminCinemaRole, 'roleId' | 'states' | 'cinemas'>[]

async function withOwnEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isEmailInUse(error) ? invalid({ email: messages.emailInUse }) : error
  }
}
