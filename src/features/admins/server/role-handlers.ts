import {
  allowedBy,
  areas,
  isAdmin,
  permissions,
  reachOf,
  refusal,
  superadminsAlone,
  type Area,
  type Permission,
} from '#contract/permissions.ts'
import { allCinemas } from '#features/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { cutOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { roles, type PermissionRow } from '../role-contract.ts'
import { messages, settled, SUPERADMIN_ONLY } from '../role-rules.ts'
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
  list: async ({ db, query }) => (await everyRole(db)).map((role) => shown(role, query.$include)),

  permissions: async () => permissions.map(toRow),

  fetch: async ({ db, params, query }) => {
    const role = await findRole(db, params.id)
    if (!role) throw notFound('role')
    return shown(role, query.$include)
  },

  create: async ({ db, body: { name, permissions: chosen, pointsCeiling, factorFrom }, record, weigh }) => {
    const role = await withOwnName(() => addRole(db, { name, permissions: settled(chosen), pointsCeiling, factorFrom }))
    weigh(1, { fresh: ['id'] })
    await record({ ...about(role), summary: `Made the role ${name}`, after: audited(role) })
    return role
  },

  change: async ({ db, params, body, record, weigh }) => {
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

  ofPerson: async ({ db, params }) => {
    const person = await findPerson(db, params.id)
    if (!person) throw notFound('admin')
    const rights = { ...person, grants: person.atCinemas }
    const cinemas = await cinemaNames(db)
    return {
      person,
      pointsCeiling: person.pointsCeiling,
      may: [...permissions, SUPERADMIN_ONLY].map((name) => {
        const why = isAdmin(person.userType) ? refusal(rights, name) : messages.noSignIn
        const reach = why ? 'chain' : reachOf(rights, name)
        return {
          ...toRow(name),
          refusal: why,
          ...(reach !== 'chain' && { at: reach.map((id) => cinemas.get(id) ?? id).toSorted(inOrderOfNames) }),
        }
      }),
    }
  },

  holders: async ({ db, params, query: { page, perPage, search } }) =>
    holdersOf(db, params.permission, { search, ...cutOf({ page, perPage }) }),
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
