import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, DbId, paging, SearchTerm, text, Version } from '#contract/atoms.ts'
import { permissions } from '#contract/permissions.ts'
import { isPoints } from '#features/customers/points/rules.ts'
import { AdminCinemaRole } from './contract.ts'
import { EVERYTHING, messages, ROLE_NAME_LENGTH, SUPERADMIN_ONLY, WHO_PAGE } from './role-rules.ts'

const Id = (message: string) => z.object({ id: DbId(message) })
const RoleId = Id('There is no such role')

/** A named set of permissions. */
export const Role = z.object({
  id: z.int(),
  name: z.string(),
  isDefault: z.boolean(),
  /** How many accounts have it. */
  admins: z.int(),
  /** How many points those who have it award, redeem or take back at once. */
  pointsLimit: z.int(),
  /** The day from which those who have it need a second factor. */
  twoFactorFrom: z.nullable(z.string()),
  version: z.int(),
  /** With $include=permissions. */
  permissions: z.optional(z.array(z.string())),
})
export type Role = z.infer<typeof Role>

/** A permission, and what it allows, in words. */
export const PermissionRow = z.object({
  name: z.string(),
  /** The area's name for people. */
  label: z.string(),
  /** read, write, export; superadmin for what only a superadmin may. */
  verb: z.string(),
  allows: z.array(z.string()),
})
export type PermissionRow = z.infer<typeof PermissionRow>

const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  userType: z.string(),
  role: z.nullable(z.string()),
  /** What they are besides at some cinemas. */
  cinemaRoles: z.array(AdminCinemaRole),
})
export type Person = z.infer<typeof Person>

const include = { $include: z.optional(z.enum(['permissions'], '$include is permissions')) }
const name = text(ROLE_NAME_LENGTH, messages.noName)
const permission = z.enum([EVERYTHING, ...permissions], messages.noSuchPermission)
const pointsLimit = z.optional(z.number(messages.badPointsLimit).check(z.refine(isPoints, messages.badPointsLimit)))
const twoFactorFrom = z.optional(z.nullable(Day))
const alsoStale = ['admins', 'session'] as const

/** Operations 7, Customers and admins. */
export const roles = endpoints('roles', {
  list: {
    method: 'GET',
    path: '/roles',
    permission: 'admins:read',
    summary: 'The roles that an account can have, the default one first; with $include=permissions what each allows',
    query: z.object(include),
    reply: z.array(Role),
  },
  permissions: {
    method: 'GET',
    path: '/permissions',
    permission: 'admins:read',
    summary: 'The permissions that a role can have, and what each allows',
    reply: z.array(PermissionRow),
  },
  fetch: {
    method: 'GET',
    path: '/roles/{id}',
    permission: 'admins:read',
    summary: 'One role; with $include=permissions what it allows',
    params: RoleId,
    query: z.object(include),
    reply: Role,
  },
  create: {
    method: 'POST',
    path: '/roles',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'roles',
    summary: 'Make a role; who may change or export an area may see it',
    body: z.object({ name, permissions: z.array(permission, messages.noSuchPermission), pointsLimit, twoFactorFrom }),
    reply: Role,
    status: 201,
    says: messages.created,
    alsoStale,
  },
  change: {
    method: 'PATCH',
    path: '/roles/{id}',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'roles',
    summary: 'Change a role: it counts at once for everybody who has it',
    params: RoleId,
    body: z.object({
      name: z.optional(name),
      permissions: z.optional(z.array(permission, messages.noSuchPermission)),
      pointsLimit,
      twoFactorFrom,
      version: Version,
    }),
    reply: Role,
    says: messages.saved,
    alsoStale,
  },
  remove: {
    method: 'DELETE',
    path: '/roles/{id}',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'roles',
    summary: 'Delete a role that nobody has',
    params: RoleId,
    says: messages.deleted,
    alsoStale,
  },
  csv: {
    method: 'GET',
    path: '/admin/who-can-do-what.csv',
    permission: 'admins:export',
    reauthenticate: true,
    summary:
      'Who can do what, as CSV: who-can-do-what.csv, a line for each permission of each person whom the caller sees, with where it counts',
    allowReplica: true,
    query: z.object({ columns: ColumnChoice }),
    stream: 'text/csv',
  },
  ofPerson: {
    method: 'GET',
    path: '/admin/{id}/permissions',
    permission: 'admins:read',
    summary: 'What a person may do: each permission, and why or why not',
    params: Id('There is no such admin'),
    reply: z.object({
      person: Person,
      /** How many points they award, redeem or take back at once. */
      pointsLimit: z.int(),
      permission: z.array(
        z.extend(PermissionRow, {
          /** Undefined where they may. */
          refusal: z.optional(z.string()),
          /** The names of the cinemas, where they may at some alone. */
          at: z.optional(z.array(z.string())),
        }),
      ),
    }),
  },
  holders: {
    method: 'GET',
    path: '/permissions/{permission}/admins',
    permission: 'admins:read',
    summary: 'Who may do this: the people with a permission, or with `superadmin` the superadmins',
    allowReplica: true,
    params: z.object({ permission: z.enum([SUPERADMIN_ONLY, ...permissions], messages.noSuchPermission) }),
    query: z.object({ ...paging(WHO_PAGE), search: SearchTerm }),
    reply: z.object({ admins: z.array(Person), totalCount: z.int() }),
  },
})
