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
import { allCinemas } from '#features/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { chosenColumns, csvReply } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { roles, type PermissionRow } from '../role-contract.ts'
import { messages, settled, SUPERADMIN_ONLY } from '../role-rules.ts'
import { rolesSeenBy, seenBy } from './managed.ts'
import { holdSuperadmins, listAdmins } from './store.ts'
import { linesOf, whoColumns } from './who-file.ts'
import {
  addRole,
  changeRole,
  everyRole,
  findPerson,
  findRole,
  holdersOf,
  holdRole,
  isNameTaken,
  removeRole,
  type FullRole,
} from './role-store.ts'

export const handlers = handle(roles, {
  list: async ({ db, me, query }) => {
    const all = await everyRole(db, await seenBy(db, me))
    return all.filter(rolesSeenBy(me)).map((role) => shown(role, query.$include))
  },

  permissions: async () => permissions.map(toRow),

  fetch: async ({ db, me, params, query }) => {
    const role = await findRole(db, params.id, await seenBy(db, me))
    if (!role || !rolesSeenBy(me)(role)) throw notFound('role')
    return shown(role, query.$include)
  },

  create: async ({ db, body: { name, permissions: chosen, pointsCeiling, factorFrom }, record, weigh }) => {
    const role = await withOwnName(() => addRole(db, { name, permissions: settled(chosen), pointsCeiling, factorFrom }))
    weigh(1, { fresh: ['id'] })
    await record({ ...about(role), summary: `Made the role ${name}`, after: audited(role) })
    return role
  },

  change: async ({ app, db, params, body, record, weigh }) => {
    // As whoever changes an account does: of two who take away the last two who may approve, one waits for the other.
    if (body.permissions) await holdSuperadmins(db)
    const before = await roleOr404(db, params.id)
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    const allowed = body.permissions && settled(body.permissions)
    if (before.isDefault && allowed && allowed.join() !== before.permissions.join())
      throw invalid({ permissions: messages.defaultKeeps })
    const after = await withOwnName(() =>
      changeRole(db, params.id, {
        ...(body.name && { name: body.name }),
        ...(allowed && { permissions: allowed }),
        ...(body.pointsCeiling && { pointsCeiling: body.pointsCeiling }),
        ...(body.factorFrom !== undefined && { factorFrom: body.factorFrom }),
      }),
    )
    if (allowed) await app.approvals?.keepSeconds(db, app)
    weigh(1)
    await record({
      ...about(after),
      summary: `Changed the role ${after.name}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  remove: async ({ db, params, record, weigh }) => {
    const before = await roleOr404(db, params.id)
    if (before.isDefault) throw conflict(messages.defaultStays)
    if (before.admins) throw conflict(messages.inUse(before.admins))
    await removeRole(db, params.id)
    weigh(1)
    await record({ ...about(before), summary: `Deleted the role ${before.name}`, before: audited(before) })
  },

  csv: async ({ app, db, me, now, query, write }) => {
    const { zone } = app.env
    const columns = chosenColumns(whoColumns(zone), query.columns)
    const people = await listAdmins(db, {}, await seenBy(db, me))
    const granted = new Map((await everyRole(db)).map((role) => [role.id, role.permissions]))
    const summary = `Exported who can do what, of ${counted(people.length, 'admin')}`
    await write(({ record }) => record({ entity: 'export', id: 'who-can-do-what.csv', summary }))
    const lines = function* () {
      for (const person of people) yield linesOf(person, granted)
    }
    return csvReply(`who-can-do-what-${dayOf(now, zone)}.csv`, columns, lines(), undefined)
  },

  ofPerson: async ({ db, me, params }) => {
    const person = (await seenBy(db, me)).has(params.id) ? await findPerson(db, params.id) : undefined
    if (!person) throw notFound('admin')
    const rights = { ...person, grants: person.atCinemas }
    const cinemas = await cinemaNames(db)
    return {
      person,
      pointsCeiling: person.pointsCeiling,
      permission: [...permissions, SUPERADMIN_ONLY].map((name) => {
        const why = isAdmin(person.userType) ? refusal(rights, name) : messages.noSignIn
        const reach = why ? 'chain' : scopeOf(rights, name)
        return {
          ...toRow(name),
          refusal: why,
          ...(reach !== 'chain' && { at: reach.map((id) => cinemas.get(id) ?? id).toSorted(inOrderOfNames) }),
        }
      }),
    }
  },

  holders: async ({ db, me, params, query: { page, perPage, search } }) =>
    holdersOf(db, params.permission, await seenBy(db, me), { search, ...sliceOf({ page, perPage }) }),
})

const shown = ({ permissions: granted, ...role }: FullRole, include: 'permissions' | undefined) =>
  include ? { ...role, permissions: granted } : role

/** A permission with what it allows. */
function toRow(name: string): PermissionRow {
  const [area, verb] = name.split(':') as [Area, string?]
  return {
    name,
    label: verb ? areas[area].label : 'Superadmins alone',
    verb: verb ?? SUPERADMIN_ONLY,
    allows: verb ? [allowedBy(name as Permission)] : Object.values(superadminsAlone),
  }
}

const cinemaNames = async (db: Db): Promise<Map<string, string>> =>
  new Map((await allCinemas(db)).flatMap(({ cinemas }) => cinemas.map((one) => [one.id, one.cinema_name])))
const inOrderOfNames = new Intl.Collator('en').compare

const about = ({ id }: FullRole) => ({ entity: 'role', id })
const audited = ({ name, permissions: granted, pointsCeiling, factorFrom }: FullRole) => ({
  name,
  permissions: granted,
  pointsCeiling,
  factorFrom,
})

async function roleOr404(db: Db, id: number): Promise<FullRole> {
  const role = await holdRole(db, id)
  if (!role) throw notFound('role')
  return role
}

async function withOwnName<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isNameTaken(error) ? invalid({ name: messages.nameTaken }) : error
  }
}
