import {
  allows,
  areas,
  canBeAtCinemas,
  isAdmin,
  isSuperadmin,
  permissions,
  VERBS,
  type Area,
  type Verb,
} from '#contract/permissions.ts'
import { nameOf } from '#contract/session.ts'
import { showInstant } from '#contract/time.ts'
import type { CsvColumn } from '#server/http/csv.ts'
import type { AdminRow } from '../contract.ts'
import { messages } from '../role-rules.ts'
import { FOR_ALL } from '../rules.ts'

/** The file of who can do what: a line for each permission of each person, with where it counts. */

type Line = { person: AdminRow; area: string; verb: string; where: string }

/** @param granted by the id of a role, what it allows */
export function linesOf(person: AdminRow, granted: ReadonlyMap<number, readonly string[]>): Line[] {
  if (!isAdmin(person.userType)) return [{ person, area: 'None', verb: messages.noSignIn, where: '' }]
  const lines = permissions.flatMap((permission): Line[] => {
    const where = whereOf(person, permission, granted)
    const [area, verb] = permission.split(':') as [Area, Verb]
    return where ? [{ person, area: areas[area].label, verb: VERBS[verb], where }] : []
  })
  if (isSuperadmin(person.userType)) lines.push({ person, area: 'Superadmins only', verb: VERBS.write, where: FOR_ALL })
  return lines.length ? lines : [{ person, area: 'None', verb: '', where: '' }]
}

function whereOf(
  { userType, roleId, cinemaRoles }: AdminRow,
  permission: string,
  granted: ReadonlyMap<number, readonly string[]>,
): string | undefined {
  const allowedBy = (id: number | null) => id !== null && allows(granted.get(id) ?? [], permission)
  if (isSuperadmin(userType) || allowedBy(roleId)) return FOR_ALL
  if (!canBeAtCinemas(permission)) return
  const places = cinemaRoles
    .filter((cinemaRole) => allowedBy(cinemaRole.roleId))
    .flatMap((cinemaRole) => cinemaRole.places)
  return [...new Set(places)].join(', ') || undefined
}

export const whoColumns = (zone: string): CsvColumn<Line>[] => [
  { id: 'person', title: 'Person', cell: ({ person }) => nameOf(person) },
  { id: 'email', title: 'Email', cell: ({ person }) => person.email },
  { id: 'userType', title: 'Type', cell: ({ person }) => person.userType },
  { id: 'area', title: 'Area', cell: ({ area }) => area },
  { id: 'verb', title: 'Permission', cell: ({ verb }) => verb },
  { id: 'where', title: 'Where', cell: ({ where }) => where },
  {
    id: 'lastSignIn',
    title: 'Last sign-in',
    cell: ({ person }) => person.lastSignInAt && showInstant(person.lastSignInAt, zone),
  },
  { id: 'factor', title: 'Two-factor authentication', cell: ({ person }) => (person.hasFactor ? 'On' : 'Off') },
]
