import {
  allowedBy,
  areas,
  isAdmin,
  permissions,
  scopeOf,
  refusal,
  superadminsAlone,
  type Area,
  type Permission,
} from '#contract/permissions.ts'
import { counted } from '#contract/counted.ts'
import { dayOf } from '#contract/time.ts'
import { allCinemas } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { roles, type PermissionRow } from '../role-contract.ts'
import { messages, settled, SUPERADMIN_ONLY } from '../role-rules.ts'
import { rolesSeenBy, visibleTo } from './managed.ts'
import { lockSuperadmins, listAdmins } from './store.ts'
import { linesOf, whoColumns } from './permissions-file.ts'
import {
  addRole,
  changeRole,
  everyRole,
  findPerson,
  findRole,
  holdersOf,
  lockRole,
  isNameInUse,
  removeRole,
  type FullRole,
} from './role-store.ts'

export const handlers = handle(roles, {
  list: async ({ db, me, query }) => {
    const all = await everyRole(db, await visibleTo(db, me))
    return all.filter(rolesSeenBy(me)).map((role) => present(role, query.$include))
  },

  permissions: async () => permissions.map(toRow),

  fetch: async ({ db, me, params, query }) => {
    const role = await findRole(db, params.id, await visibleTo(db, me))
    if (!role || !rolesSeenBy(me)(role)) throw notFound('role')
    return present(role, query.$include)
  },

  create: async ({ db, body: { name, permissions: chosen, pointsLimit, twoFactorFrom }, record, declareAmount }) => {
    const role = await withOwnName(() =>
      addRole(db, { name, permissions: settled(chosen), pointsLimit, twoFactorFrom }),
    )
    declareAmount(1, { fresh: ['id'] })
    await record({ ...about(role), summary: `Created the role ${name}`, after: audited(role) })
    return role
  },

  change: async ({ app, db, params, body, record, declareAmount }) => {
    // As whoever changes an account does: of two who take away the last two who may approve, one waits for the other.
    if (body.permissions) await lockSuperadmins(db)
    const before = await roleOr404(db, params.id)
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    const allowed = body.permissions && settled(body.permissions)
    if (before.isDefault && allowed && allowed.join() !== before.permissions.join())
      throw invalid({ permissions: messages.defaultKeeps })
    const after = await withOwnName(() =>
      changeRole(db, params.id, {
        ...(body.name && { name: body.name }),
        ...(allowed && { permissions: allowed }),
        ...(body.pointsLimit && { pointsLimit: body.pointsLimit }),
        ...(body.twoFactorFrom !== undefined && { twoFactorFrom: body.twoFactorFrom }),
      }),
    )
    if (allowed) await app.approvals?.requireSecondApprovers(db, app)
    declareAmount(1)
    await record({
      ...about(after),
      summary: `Edited the role ${after.name}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  remove: async ({ db, params, record, declareAmount }) => {
    const before = await roleOr404(db, params.id)
    if (before.isDefault) throw conflict(messages.defaultStays)
    if (before.admins) throw conflict(messages.inUse(before.admins))
    await removeRole(db, params.id)
    declareAmount(1)
    await record({ ...about(before), summary: `Deleted the role ${before.name}`, before: audited(before) })
  },

  csv: async ({ app, db, me, now, query, write }) => {
    const { zone } = app.env
    const people = await listAdmins(db, {}, await visibleTo(db, me))
    const granted = new Map((await everyRole(db)).map((role) => [role.id, role.permissions]))
    return exportRows(write, {
      name: `who-can-do-what-${dayOf(now, zone)}.csv`,
      recordedAs: { entity: 'export', id: 'who-can-do-what.csv' },
      what: `permissions of ${counted(people.length, 'admin')}`,
      columns: whoColumns(zone),
      choice: query.columns,
      rows: people.flatMap((person) => linesOf(person, granted)),
    })
  },

  ofPerson: async ({ db, me, params }) => {
    const person = (await visibleTo(db, me)).has(params.id) ? await findPerson(db, params.id) : undefined
    if (!person) throw notFound('admin')
    const rights = { ...person, cinemaRoles: person.atCinemas }
    const cinemas = await cinemaNames(db)
    return {
      person,
      pointsLimit: person.pointsLimit,
      permission: [...permissions, SUPERADMIN_ONLY].map((name) => {
        const deniedReason = isAdmin(person.userType) ? refusal(rights, name) : messages.noSignIn
        const scope = deniedReason ? 'chain' : scopeOf(rights, name)
        return {
          ...toRow(name),
          refusal: deniedReason,
          ...(scope !== 'chain' && { at: scope.map((id) => cinemas.get(id) ?? id).toSorted(inOrderOfNames) }),
        }
      }),
    }
  },

  holders: async ({ db, me, params, query: { page, perPage, search } }) =>
    holdersOf(db, params.permission, await visibleTo(db, me), { search, ...sliceOf({ page, perPage }) }),
})

const present = ({ permissions: granted, ...role }: FullRole, include: 'permissions' | undefined) =>
  include ? { ...role, permissions: granted } : role

/** A permission with what it allows. */
function toRow(name: string): PermissionRow {
  const [area, verb] = name.split(':') as [Area, string?]
  return {
    name,
    label: verb ? areas[area].label : 'Superadmins only',
    verb: verb ?? SUPERADMIN_ONLY,
    allows: verb ? [allowedBy(name as Permission)] : Object.values(superadminsAlone),
  }
}

const cinemaNames = async (db: Db): Promise<Map<string, string>> =>
  new Map((await allCinemas(db)).flatMap(({ cinemas }) => cinemas.map((one) => [one.id, one.cinema_name])))
const inOrderOfNames = new Intl.Collator('en').compare

const about = ({ id }: FullRole) => ({ entity: 'role', id })
const audited = ({ name, permissions: granted, pointsLimit, twoFactorFrom }: FullRole) => ({
  name,
  permissions: granted,
  pointsLimit,
  twoFactorFrom,
})

async function roleOr404(db: Db, id: number): Promise<FullRole> {
  const role = await lockRole(db, id)
  if (!role) throw notFound('role')
  return role
}

async function withOwnName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isNameInUse(error) ? invalid({ name: messages.nameInUse }) : error
  }
}
