/** Rules and words of the people who can sign in (operations 2, 3, 5; decisions: Session, Roles). */
import { isEmail } from '#contract/email.ts'
import { errors } from '#contract/errors.ts'

export const ADMIN_PAGE = 10
export const NAME_LENGTH = 100
export const REASON_LENGTH = 300
/** Roles that somebody has for some cinemas, and cinemas of one of them. */
export const CINEMA_ROLES_MOST = 20
export const CINEMAS_MOST = 500

/** What staff choose from and programs send, in any case, and how it is stored and shown (operations 3). */
export const USER_TYPES = { ADMIN: 'Admin', SUPERADMIN: 'Super Admin', EDITOR: 'Editor' } as const
type OfferedType = keyof typeof USER_TYPES
export type UserType = (typeof USER_TYPES)[OfferedType]
export const OFFERED_TYPES = Object.keys(USER_TYPES) as OfferedType[]

/** `super admin`, `SUPERADMIN` and `Super Admin` are one. */
export const offeredType = (text: string): OfferedType | undefined =>
  OFFERED_TYPES.find((type) => type === text.replace(/\s/g, '').toUpperCase())

/** A delete can be taken back from its message for 10 s (decisions: Areas); an answer may be slow on its way. */
export const UNDO_SECONDS = 60

export const messages = {
  empty: 'Field is empty',
  editors: 'Editors cannot sign in to the back office',
  signedOut: 'Saving signs this person out everywhere',
  invalidEmail: 'email is invalid',
  invalidPhone: errors.enter('a phone number such as 0803 123 4567, or with + and the country code'),
  badType: 'Role must be one of ADMIN, SUPERADMIN, EDITOR',
  emailInUse: 'Another admin has this email',
  noRole: errors.notFound('role'),
  noState: errors.notFound('state'),
  noCinema: errors.notFound('cinema'),
  noPlace: errors.choose('a state or a cinema'),
  noCinemaRole: errors.choose('a role'),
  tooManyCinemaRoles: errors.choose(`up to ${CINEMA_ROLES_MOST} cinema roles`),
  tooManyCinemas: errors.choose(`up to ${CINEMAS_MOST} cinemas`),
  notScoped:
    'The database does not have the role that cinema roles need. Ask your administrator to add it (docs/operating/harden.md, Rights in the database).',
  created: 'Admin created',
  invited: 'Invitation sent',
  invites: 'They get an email with a link that is valid for 7 days, and choose their own password',
  invitationWithdrawn: 'Invitation revoked',
  notInvited: 'This person has already accepted the invitation, or was never invited',
  cannotTakeOver: errors.choose('another person who can sign in'),
  saved: 'Admin updated',
  deleted: 'Admin deleted',
  restored: 'Admin restored',
  lastSuperadmin: 'This is the last superadmin. Make another person a superadmin first.',
  yourself: 'You cannot delete your own account',
  noReason: errors.enter('a reason'),
  sessionsEnded: 'Signed out everywhere',
  ownSessions: 'Your sessions are in My account → Sessions',
  factorsReset: 'Two-factor authentication reset',
  noFactors: 'This person has not set up two-factor authentication',
  ownPassword: 'Change your password in My account → Security',
  ownFactors: 'Change yours in My account → Security',
  ownProvider: 'Link yours in My account → Security',
  providerAllowed: 'Another provider allowed for 24 hours',
  tooLate: 'It is too late to undo this',
  noSuchAdmin: errors.notFound('admin'),
  beyond: 'You cannot manage this person: they have more permissions than you, or work at other cinemas',
  offered: 'You can only give roles with permissions you have, at your own cinemas',
  ownRoles: 'You cannot change your own roles. Ask your manager.',
} as const

/** A role at some cinemas as it is chosen: ids as text, of states as `state:1`, of cinemas as `cinema:0001`. */
export type CinemaRoleDraft = { roleId: string; places: string[] }

/** What a form holds. */
export type AdminDraft = {
  firstName: string
  lastName: string
  email: string
  mobile: string
  userType: OfferedType | ''
  /** The id as text; empty while none is chosen. */
  roleId: string
  cinemaRoles: CinemaRoleDraft[]
  /** Of an edit alone: empty keeps the one there is. */
  password: string
}

/** What the form of somebody new holds. */
export const EMPTY_DRAFT: AdminDraft = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  userType: '',
  roleId: '',
  cinemaRoles: [],
  password: '',
}

/** What is wrong with the form, by field, in the words of the contract. */
export function adminErrors(draft: AdminDraft): Partial<Record<keyof AdminDraft, string>> {
  const errors: Partial<Record<keyof AdminDraft, string>> = {}
  for (const field of ['firstName', 'lastName', 'email', 'mobile', 'userType'] as const)
    if (draft[field].trim() === '') errors[field] = messages.empty
  // Nobody else is asked for one.
  if (draft.userType === 'ADMIN' && draft.roleId === '' && !draft.cinemaRoles.length) errors.roleId = messages.empty
  if (draft.cinemaRoles.some(({ roleId }) => roleId === '')) errors.cinemaRoles = messages.noCinemaRole
  else if (draft.cinemaRoles.some(({ places }) => !places.length)) errors.cinemaRoles = messages.noPlace
  if (!errors.email && !isEmail(draft.email)) errors.email = messages.invalidEmail
  return errors
}

type CinemaRoleNames = { role: string; places: readonly string[] }

/** Where a role counts that is for no cinema in particular. */
export const FOR_ALL = 'All cinemas'

/** "Manager at Ikeja, Lekki" */
export const describeCinemaRole = ({ role, places }: CinemaRoleNames): string => `${role} at ${places.join(', ')}`

/** What somebody may do, by the names of their roles; null of whoever has none. */
export const describeRoles = (admin: { role: string | null; cinemaRoles: readonly CinemaRoleNames[] }): string | null =>
  [admin.role, ...admin.cinemaRoles.map(describeCinemaRole)].filter(Boolean).join('; ') || null
