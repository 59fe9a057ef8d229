import { errors } from '#contract/errors.ts'
import { withChainRights, MANAGE_PEOPLE, refusal, type Rights } from '#contract/permissions.ts'

/** Who sees a view: whoever made it, everybody with a role, or everybody who sees the list. */
export const AUDIENCES = ['own', 'role', 'all'] as const
export type Audience = (typeof AUDIENCES)[number]
export const AUDIENCE_LABELS: Record<Audience, string> = {
  own: 'Only me',
  role: 'Everyone with a role',
  all: 'Everyone who can see this list',
}

export const NAME_LENGTH = 60
/** Of one list, by one person. */
export const VIEWS_MOST = 30
/** What a list's address holds at most: names, and characters in all. */
export const QUERY_NAMES = 40
export const QUERY_LENGTH = 2000
export const DELETED_RETENTION_DAYS = 30

export const messages = {
  noName: 'Field is empty',
  nameInUse: errors.exists('a view with this name'),
  noRole: 'Choose a role',
  noSuchRole: errors.notFound('role'),
  noSuchView: errors.notFound('view'),
  noList: 'list must be an address below /dashboard, such as users/guests',
  longQuery: 'This view would be too long. Choose fewer columns, or a shorter search.',
  tooMany: `You have ${VIEWS_MOST} views of this list. Delete one of them first.`,
  notYours: 'This view belongs to someone else',
  ownersOnly: 'Only the owner can make a view private. Delete the view instead.',
  sharersOnly: 'Only people who manage staff of all cinemas can share views or edit shared ones',
  notDeleted: 'This view was not deleted',
  saved: 'View saved',
  deleted: 'View deleted',
  restored: 'View restored',
  defaultSet: 'Default view set',
  defaultRemoved: 'Default view removed',
} as const

/** What a list's address says, by name. */
export type Query = Readonly<Record<string, string>>

/** Where one is in a list, and which view it is of, is no part of a view. */
const PASSING = ['page', 'pageNo', 'view']
export const storedOf = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => !PASSING.includes(name) && value !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

/** Whether two addresses ask for the same, in whatever order; without what a list does not have any more. */
export function isSameQuery(one: Query, other: Query, without: readonly string[] = []): boolean {
  const textOf = (query: Query) =>
    JSON.stringify(Object.entries(storedOf(query)).filter(([name]) => !without.includes(name)))
  return textOf(one) === textOf(other)
}

/** The address of a view, below /dashboard: whole, so that it shows the same to somebody who has no such view. */
export const addressOf = ({ id, list, query }: { id: number; list: string; query: Query }): string =>
  `${list}?${new URLSearchParams({ ...query, view: String(id) })}`

/** Why somebody may not share views, and change what others share; undefined where they may. */
export const refusalToShare = (me: Rights): string | undefined =>
  refusal(withChainRights(me), MANAGE_PEOPLE) && messages.sharersOnly

/** Why somebody who sees a view may not change or delete it; undefined where they may. */
export const refusalToChange = (me: Rights, view: { isOwn: boolean; audience: Audience }): string | undefined =>
  view.audience !== 'own' ? refusalToShare(me) : view.isOwn ? undefined : messages.notYours

export type ViewDraft = { name: string; audience: Audience; roleId: string; query: Query }

export const viewErrors = ({ name, audience, roleId }: Omit<ViewDraft, 'query'>) => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(audience === 'role' && !roleId && { roleId: messages.noRole }),
})
