/** Rules and words of roles (decisions: Roles). */
import { showCount } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'
import { isPoints, typedPoints } from '#features/customers/points/rules.ts'
import { isDay } from '#contract/time.ts'
import {
  allows,
  areas,
  permissionLabel,
  permissions,
  VERBS,
  type Area,
  type Permission,
  type Verb,
  POINTS_MOST,
} from '#contract/permissions.ts'

export const ROLE_NAME_LENGTH = 60
export const EVERYTHING = '*'
export const WHO_PAGE = 10

export { VERBS, type Verb } from '#contract/permissions.ts'

/** What only a superadmin may, as an entry beside the permissions: no role has it. */
export const SUPERADMIN_ONLY = 'superadmin'

export const messages = {
  noName: errors.enter('a name'),
  badPointsLimit: errors.enter(`a whole number of points from 1 to ${showCount(POINTS_MOST)}`),
  noDay: errors.choose('the day from which it is required'),
  nameInUse: errors.exists('a role with this name'),
  noSuchPermission: errors.notFound('permission'),
  created: 'Role created',
  saved: 'Role updated',
  deleted: 'Role deleted',
  noSignIn: 'Editors cannot sign in',
  defaultKeeps: 'The default role allows everything. Create another role for staff with fewer permissions.',
  defaultStays: 'You cannot delete the default role, because accounts without another role have it',
  inUse: (admins: number) =>
    `${admins === 1 ? 'One admin has' : `${admins} admins have`} this role. Give them another role first.`,
} as const

/** A permission of an area, such as `movies:read`; undefined where there is nothing to allow. */
export const permissionOf = (area: Area, verb: Verb): Permission | undefined =>
  permissions.find((permission) => permission === `${area}:${verb}`)

/**
 * Permissions as a role keeps them: in the order of the areas, once each; where `*` is among them, it and what it does not
 * include. Who may change or export a thing has to see it.
 */
export const settled = (chosen: readonly string[]): string[] =>
  chosen.includes(EVERYTHING)
    ? [EVERYTHING, ...permissions.filter((one) => chosen.includes(one) && !allows([EVERYTHING], one))]
    : permissions.filter(
        (permission) =>
          chosen.includes(permission) ||
          (['write', 'export'] as const).some((verb) => chosen.includes(permission.replace(/:read$/, `:${verb}`))),
      )

/** A role's permissions in words, for a list. */
export function describePermissions(granted: readonly string[]): string {
  const others = permissions.filter((one) => granted.includes(one) && !allows([EVERYTHING], one))
  if (granted.includes(EVERYTHING)) return ['Everything', ...others.map(permissionLabel)].join('. ')
  const of = (verb: Verb) => Object.keys(areas).filter((area) => granted.includes(`${area}:${verb}`))
  const changes = of('write')
  const sees = of('read').filter((area) => !changes.includes(area))
  const describe = (verb: Verb, found: string[]) =>
    found.length ? [`${VERBS[verb]} ${found.map((area) => areas[area as Area].label).join(', ')}`] : []
  return (
    [...describe('write', changes), ...describe('read', sees), ...describe('export', of('export'))].join('. ') ||
    'Nothing'
  )
}

/** What is typed into the dialog. */
export type RoleDraft = {
  name: string
  permissions: string[]
  pointsLimit: string
  /** Whether a second factor is required, and from which day on. */
  factor: 'not' | 'from'
  twoFactorFrom: string
}
export const roleErrors = ({
  name,
  pointsLimit,
  factor,
  twoFactorFrom,
}: RoleDraft): Partial<Record<keyof RoleDraft, string>> => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(factor === 'from' && !isDay(twoFactorFrom) && { twoFactorFrom: messages.noDay }),
  ...(!isPoints(typedPoints(pointsLimit)) && { pointsLimit: messages.badPointsLimit }),
})
