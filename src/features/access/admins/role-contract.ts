import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { ColumnChoice, Day, DbId, paging, SearchTerm, text, Version } from '#contract/atoms.ts'
import { permissions } from '#contract/permissions.ts'
import { isPoints } from '#features/customers/points/rules.ts'
import { AdminCinemaRole } from './contract.ts'
import { EVERYTHING, messages, ROLE_NAME_LENGTH, SUPERADMIN_ONLY, WHO_PAGE } from './role-rules.ts'

const Id = (message: string) => z.object({ id: DbId(message) })
const RoleId = Id(errors.notFound('role'))

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

const include = { $include: z.optional(z.enum(['permissions'], '$include must be permissions')) }
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
    summary: 'List roles, the default role first; $include=permissions adds their permissions',
    query: z.object(include),
    reply: z.array(Role),
  },
  permissions: {
    method: 'GET',
    path: '/permissions',
    permission: 'admins:read',
    summary: 'List the permissions of roles and what each allows',
    reply: z.array(PermissionRow),
  },
  fetch: {
    method: 'GET',
    path: '/roles/{id}',
    permission: 'admins:read',
    summary: 'Return a role; $include=permissions adds its permissions',
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
    summary: 'Create a role. Managing or exporting an area includes viewing it.',
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
    summary: 'Edit a role. The change applies immediately to everyone with the role.',
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
    summary: 'Delete a role without admins',
    params: RoleId,
    says: messages.deleted,
    alsoStale,
  },
  csv: {
    method: 'GET',
    path: '/admin/who-can-do-what.csv',
    permission: 'admins:export',
    reauthenticate: true,
    summary: 'Export staff permissions as CSV (who-can-do-what.csv), one row per person and permission',
    allowReplica: true,
    query: z.object({ columns: ColumnChoice }),
    stream: 'text/csv',
  },
  ofPerson: {
    method: 'GET',
    path: '/admin/{id}/permissions',
    permission: 'admins:read',
    summary: "List a person's permissions, with the reason for each missing one",
    params: Id(errors.notFound('admin')),
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
    summary: 'List people with a permission, or the superadmins with `superadmin`',
    allowReplica: true,
    params: z.object({ permission: z.enum([SUPERADMIN_ONLY, ...permissions], messages.noSuchPermission) }),
    query: z.object({ ...paging(WHO_PAGE), search: SearchTerm }),
    reply: z.object({ admins: z.array(Person), totalCount: z.int() }),
  },
})
