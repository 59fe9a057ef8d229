import { atMost, PASSWORD_MOST } from '#contract/password.ts'
import { newPassword } from '#contract/session.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { choice, days, idChoice, yesNo } from '#contract/filter.ts'
import {
  ColumnChoice,
  DB_ID_MOST,
  DbId,
  Instant,
  PageNumber,
  SearchTerm,
  Version,
  name,
  paging,
  sorting,
  text,
} from '#contract/atoms.ts'
import { isEmail } from '#contract/email.ts'
import { LINK_HOURS } from '#features/access/single-sign-on/rules.ts'
import {
  ADMIN_PAGE,
  CINEMAS_MOST,
  CINEMA_ROLES_MOST,
  messages,
  NAME_LENGTH,
  offeredType,
  OFFERED_TYPES,
  REASON_LENGTH,
} from './rules.ts'

/** A role that somebody has for some cinemas: those of states, and chosen ones. */
const cinemaRoleFields = {
  roleId: z.int(messages.noRole).check(z.minimum(1, messages.noRole), z.maximum(DB_ID_MOST, messages.noRole)),
  states: z.array(
    z.int(messages.noState).check(z.minimum(1, messages.noState), z.maximum(DB_ID_MOST, messages.noState)),
  ),
  cinemas: z.array(text(40, messages.noCinema)).check(z.maxLength(CINEMAS_MOST, messages.tooManyCinemas)),
}
const CinemaRoleBody = z
  .object(cinemaRoleFields)
  .check(z.refine(({ states, cinemas }) => states.length + cinemas.length > 0, messages.noPlace))
export const AdminCinemaRole = z.object({
  ...cinemaRoleFields,
  role: z.string(),
  /** The names of its states and cinemas. */
  places: z.array(z.string()),
})
export type AdminCinemaRole = z.infer<typeof AdminCinemaRole>

/** A person who can be given access (operations 3), with the role that says to what. */
export const AdminRow = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobile: z.nullable(z.string()),
  /** Admin, Super Admin or Editor. */
  userType: z.string(),
  profileImage: z.nullable(z.string()),
  roleId: z.nullable(z.int()),
  role: z.nullable(z.string()),
  /** What they are besides at some cinemas. */
  cinemaRoles: z.array(AdminCinemaRole),
  createdAt: Instant,
  /** Whether they have a second factor. */
  hasFactor: z.boolean(),
  /** As far back as that is kept. */
  lastSignInAt: z.nullable(Instant),
  /** Until when they can accept the invitation; null of those who have. */
  invitedUntil: z.nullable(Instant),
  /** Why the caller cannot change them; absent where they can. */
  blockedReason: z.optional(z.string()),
  version: z.int(),
})
export type AdminRow = z.infer<typeof AdminRow>

const AdminId = z.object({ id: DbId(messages.noSuchAdmin) })

const email = text(254, messages.empty).check(z.toLowerCase(), z.refine(isEmail, messages.invalidEmail))
/** As people write it; stored as E.164. */
const mobile = text(40, messages.empty)
const userType = text(40, messages.empty).check(z.refine((type) => offeredType(type) !== undefined, messages.badType))
const personName = name(NAME_LENGTH, messages.empty)
const password = newPassword(messages.empty)
const roleId = z.optional(z.nullable(z.int(messages.noRole).check(z.maximum(DB_ID_MOST, messages.noRole))))

/** Absent, they stay as they are. With one, somebody needs no role for all cinemas. */
const cinemaRoles = z.optional(
  z.array(CinemaRoleBody).check(z.maxLength(CINEMA_ROLES_MOST, messages.tooManyCinemaRoles)),
)

const filter = {
  search: SearchTerm,
  userType: choice(OFFERED_TYPES, messages.badType),
  /** For all cinemas or for some; empty: without a role. */
  roleId: idChoice(messages.noRole, { canBeEmpty: true }),
  created: days(),
  /** As far back as that is kept. */
  signed_in: days({ canBeEmpty: true }),
  factor: yesNo('factor'),
  /** Has not accepted the invitation yet. */
  invited: yesNo('invited'),
  sort: sorting('name', 'email', 'userType', 'role', 'createdAt'),
}

/** Operations 7, Customers and admins. */
export const admins = endpoints('admins', {
  list: {
    method: 'GET',
    path: '/admin/fetch-admins',
    permission: 'admins:read',
    summary: 'List admins. Staff with cinema roles see admins whose permissions are within their own.',
    allowReplica: true,
    query: z.object({ page: z.optional(PageNumber), perPage: paging(ADMIN_PAGE).perPage, ...filter }),
    reply: z.union([z.array(AdminRow), z.object({ admins: z.array(AdminRow), totalCount: z.int() })]),
  },
  csv: {
    method: 'GET',
    path: '/admin/fetch-admins.csv',
    permission: 'admins:export',
    reauthenticate: true,
    summary: 'Export admins as CSV (admins.csv)',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  create: {
    method: 'POST',
    path: '/admin/create-admin',
    permission: 'admins:write',
    reauthenticate: true,
    approval: 'roles',
    summary: 'Create an admin. Without a password they are invited, and without a role they get the default role.',
    body: z.object({
      email,
      mobile,
      userType,
      password: z.optional(password),
      first_name: personName,
      last_name: personName,
      roleId,
      cinemaRoles,
    }),
    reply: AdminRow,
    status: 201,
    says: messages.created,
    alsoStale: ['roles', 'session'],
    // What is kept for a second try would be a fast hash of the password.
    transaction: 'own',
  },
  edit: {
    method: 'PUT',
    path: '/admin/edit-admin/{id}',
    permission: 'admins:write',
    reauthenticate: true,
    approval: 'roles',
    summary: 'Edit an admin. A new password, email, role or type ends their sessions.',
    params: AdminId,
    body: z.object({
      email,
      mobile,
      userType,
      firstName: personName,
      lastName: personName,
      roleId,
      cinemaRoles,
      /** Empty or absent keeps the one there is. */
      password: z.optional(z.string().check(z.maxLength(PASSWORD_MOST, atMost))),
      version: Version,
    }),
    reply: AdminRow,
    says: messages.saved,
    alsoStale: ['roles', 'session'],
    transaction: 'own',
  },
  remove: {
    method: 'DELETE',
    path: '/users/{id}',
    permission: 'admins:write',
    reauthenticate: true,
    summary: 'Delete an admin and end their sessions. The audit log keeps their actions and the new owner.',
    params: AdminId,
    query: z.object({ successor: z.optional(DbId(messages.noSuchAdmin)) }),
    says: messages.deleted,
    alsoStale: ['roles', 'session'],
  },
  resetFactors: {
    method: 'POST',
    path: '/users/{id}/reset-factors',
    permission: 'admins:write',
    reauthenticate: true,
    approval: 'roles',
    summary: 'Reset two-factor authentication of an admin. Their sessions end, and they get an email with the reason.',
    params: AdminId,
    body: z.object({ reason: text(REASON_LENGTH, messages.noReason) }),
    says: messages.factorsReset,
    alsoStale: ['session'],
  },
  allowProvider: {
    method: 'POST',
    path: '/users/{id}/allow-provider',
    permission: 'admins:write',
    reauthenticate: true,
    approval: 'roles',
    summary: `Allow an admin to link another identity provider within ${LINK_HOURS} hours`,
    params: AdminId,
    body: z.object({ reason: text(REASON_LENGTH, messages.noReason) }),
    says: messages.providerAllowed,
  },
  endSessions: {
    method: 'DELETE',
    path: '/users/{id}/sessions',
    permission: 'admins:write',
    reauthenticate: true,
    summary: 'End all sessions of an admin',
    params: AdminId,
    says: messages.sessionsEnded,
    alsoStale: ['session', 'account'],
  },
  leaving: {
    method: 'GET',
    path: '/admin/admins/{id}/leaving',
    permission: 'admins:write',
    summary: 'Count notifications, keys and tokens that keep running without an admin',
    params: AdminId,
    reply: z.object({ notifications: z.int(), keys: z.int(), tokens: z.int() }),
  },
  inviteAgain: {
    method: 'POST',
    path: '/admin/admins/{id}/invitation',
    permission: 'admins:write',
    reauthenticate: true,
    summary: 'Send an invitation again, valid for 7 days. Earlier links stop working.',
    params: AdminId,
    reply: AdminRow,
    says: messages.invited,
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/admin/admins/{id}/invitation',
    permission: 'admins:write',
    reauthenticate: true,
    summary: 'Revoke an invitation and delete its account',
    params: AdminId,
    says: messages.invitationWithdrawn,
    alsoStale: ['roles'],
  },
  restore: {
    method: 'POST',
    path: '/users/{id}/restore',
    permission: 'admins:write',
    summary: 'Restore an admin within a minute after deletion',
    params: AdminId,
    reply: AdminRow,
    says: messages.restored,
    alsoStale: ['roles', 'session'],
  },
})
