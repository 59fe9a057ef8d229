import { showPhone } from '#contract/phone.ts'
import { newPasswordHash } from '#server/auth/password-rules.ts'
import { queueNotice } from '#features/session/server/public.ts'
import { removeFactors } from '#server/auth/factors.ts'
import { endSessionsOf } from '#server/auth/sessions.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { showInstant } from '#contract/time.ts'
import { isolated } from '#contract/isolate.ts'
import type { Db } from '#server/db/connect.ts'
import { cutOf } from '#server/db/page.ts'
import { chosenColumns, csvReply, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { typedPhone } from '#server/phone.ts'
import { admins, type AdminRow } from '../contract.ts'
import { messages, offeredType, UNDO_SECONDS, USER_TYPES, type UserType } from '../rules.ts'
import {
  changeAdmin,
  countAdmins,
  findAdmin,
  holdAdmin,
  holdSuperadmins,
  isEmailTaken,
  isRole,
  listAdmins,
  removeAdmin,
  restoreAdmin,
} from './store.ts'

export const handlers = handle(admins, {
  list: async ({ db, query: { page, perPage, ...filter } }) => {
    if (page === undefined) return listAdmins(db, filter)
    return {
      admins: await listAdmins(db, filter, cutOf({ page, perPage })),
      totalCount: await countAdmins(db, filter),
    }
  },

  csv: async ({ db, query: { columns, ...filter }, app, write }) => {
    const chosen = chosenColumns(csvColumns(app.env.zone), columns)
    const rows = await listAdmins(db, filter)
    const summary = `Exported ${rows.length} admins`
    await write(({ record }) => record({ entity: 'export', id: 'admins.csv', summary }))
    return csvReply('admins.csv', chosen, [rows], rows.length)
  },

  create: async ({ app, body, write }) => {
    const { email, first_name: firstName, last_name: lastName } = body
    const mobile = phoneOf(body.mobile)
    const userType = typeOf(body.userType)
    const passwordHash = await newPasswordHash(app, body.password, { email, firstName, lastName, mobile })
    return write(async ({ db, record }) => {
      const roleId = await roleOf(db, body.roleId)
      const made = await withOwnEmail(() =>
        addAdmin(db, { email, mobile, firstName, lastName, userType, roleId, passwordHash }),
      )
      const admin = (await findAdmin(db, made.id))!
      await record({
        ...about(admin),
        summary: `Created the account of ${isolated(nameOf(admin))} (${userType})`,
        after: audited(admin),
      })
      return admin
    })
  },

  edit: async ({ app, params: { id }, body, now, write }) => {
    const { email, firstName, lastName, version } = body
    const mobile = phoneOf(body.mobile)
    const userType = typeOf(body.userType)
    const owner = { id, email, firstName, lastName, mobile }
    const passwordHash = body.password ? await newPasswordHash(app, body.password, owner) : undefined
    return write(async ({ db, record }) => {
      const superadmins = await holdSuperadmins(db)
      const before = await adminOr404(db, id)
      if (version !== undefined && version !== before.version) throw stale(before)
      if (userType !== USER_TYPES.SUPERADMIN) mayGo(superadmins, id)
      const roleId = await roleOf(db, body.roleId, before)
      const change = { email, mobile, firstName, lastName, userType, roleId, passwordHash }
      const after = await withOwnEmail(() => changeAdmin(db, id, change))
      const endsSessions = passwordHash || after.userType !== before.userType || after.roleId !== before.roleId
      if (endsSessions) await endSessionsOf(db, id, now)
      await record({
        ...about(after),
        summary: `Changed the account of ${isolated(nameOf(after))}${passwordHash ? ' and set a new password' : ''}`,
        before: audited(before),
        after: audited(after),
      })
      return after
    })
  },

  remove: async ({ params: { id }, me, now, db, record }) => {
    const superadmins = await holdSuperadmins(db)
    const before = await adminOr404(db, id)
    if (id === me.id) throw conflict(messages.yourself)
    mayGo(superadmins, id)
    await removeAdmin(db, id, now)
    await endSessionsOf(db, id, now)
    await record({
      ...about(before),
      summary: `Deleted the account of ${isolated(nameOf(before))}`,
      before: audited(before),
    })
  },

  resetFactors: async ({ app, params: { id }, body: { reason }, me, now, db, record }) => {
    const admin = await adminOr404(db, id)
    if (id === me.id) throw conflict(messages.ownFactors)
    if (!admin.hasFactor) throw conflict(messages.noFactors)
    await removeFactors(db, id)
    await endSessionsOf(db, id, now)
    await queueNotice(db, app, admin, { what: 'factors reset', where: `by ${me.name}, “${reason}”` }, now)
    await record({
      ...about(admin),
      summary: `Removed the second factors of ${isolated(nameOf(admin))}`,
      after: { reason },
    })
  },

  restore: async ({ params: { id }, now, db, record }) => {
    const since = new Date(now.getTime() - UNDO_SECONDS * 1000)
    const admin = await withOwnEmail(() => restoreAdmin(db, id, since))
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
  { id: 'mobile', title: 'Phone Number', cell: (admin) => showPhone(admin.mobile ?? '') },
  { id: 'userType', title: 'Role', cell: (admin) => admin.userType },
  { id: 'role', title: 'Admin Role', cell: (admin) => admin.role },
  { id: 'createdAt', title: 'Date Added', cell: (admin) => showInstant(admin.createdAt, zone) },
]

const nameOf = ({ firstName, lastName, email }: AdminRow) => `${firstName} ${lastName}`.trim() || email
const about = ({ id }: AdminRow) => ({ entity: 'admin', id })
/** What the audit keeps of an account. Its password is in no row. */
const audited = ({ email, mobile, firstName, lastName, userType, role }: AdminRow) => ({
  email,
  mobile,
  firstName,
  lastName,
  userType,
  role,
})

const typeOf = (text: string): UserType => USER_TYPES[offeredType(text)!]

function phoneOf(written: string): string {
  const mobile = typedPhone(written)
  if (!mobile) throw invalid({ mobile: messages.invalidPhone })
  return mobile
}

async function adminOr404(db: Db, id: number): Promise<AdminRow> {
  const admin = await holdAdmin(db, id)
  if (!admin) throw notFound('admin')
  return admin
}

/** Who would be missing: a chain without a superadmin could never make one again. */
function mayGo(superadmins: readonly number[], id: number) {
  if (superadmins.length === 1 && superadmins[0] === id) throw conflict(messages.lastSuperadmin)
}

/** The one that is asked for, else the one there is, else the default one. */
async function roleOf(db: Db, asked: number | null | undefined, before?: AdminRow): Promise<number> {
  const roleId = (asked === undefined ? before?.roleId : asked) ?? (await defaultRoleId(db))
  if (!(await isRole(db, roleId))) throw invalid({ roleId: messages.noRole })
  return roleId
}

async function withOwnEmail<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isEmailTaken(error) ? invalid({ email: messages.emailTaken }) : error
  }
}
