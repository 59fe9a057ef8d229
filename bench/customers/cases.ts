import type pg from 'pg'
import { customers } from '#features/customers/customers/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import type { Case } from '../compare.ts'
import { COMMON_WORD, RARE_WORD, referenceOf } from '../seeding.ts'
import { profile } from './baseline-profile.ts'
import {
  byName,
  churns,
  conditions,
  counts,
  fansWithNone,
  guests,
  guestsFound,
  contains,
  containsPhone,
  containsReference,
  kids,
  kidsFound,
  membersFound,
  membersOfTier,
  newest,
  users,
  usersFound,
  type Answer,
} from './baseline-sql.ts'
import { phoneOf } from './seed.ts'

const PER_PAGE = 10

/** How many there are; `listed` is how many of the customers are. */
export type Size = { customers: number; listed: number; active: number; guests: number; kids: number }

/** How much the database of the measurement has. */
export async function sizeOf(pool: pg.Pool): Promise<Size> {
  const { rows } = await pool.query<Size>(`
    select count(*) as customers, count(*) filter (where is_listed) as listed,
      count(*) filter (where is_listed and exists (
        select from subscription_periods s where s.customer_id = c.id and s.starts_at <= now() and s.ends_at > now())) as active,
      (select count(*) from guests) as guests,
      (select count(*) from kids_club_members k join customers u on u.id = k.customer_id where u.is_listed) as kids
    from customers c`)
  return rows[0]!
}

export function cases({ customers: count, listed, active, guests: guestCount, kids: kidsCount }: Size): Case[] {
  const one = (name: string, of: { path: string }, query: Record<string, string | number>, bare: Answer): Case => {
    const params = new URLSearchParams({ page: 1, perPage: PER_PAGE, ...query } as never)
    return { name, path: `/api${of.path}?${params}`, bare }
  }
  const { active: isActive, inactive, activeFarDown, inactiveFarDown, all } = conditions
  const inactiveCount = `(${counts.all} - ${counts.active})`
  const pagesOf = (total: number) => ({
    middle: Math.floor(total / PER_PAGE / 2) - 1,
    last: Math.ceil(total / PER_PAGE),
  })
  const offsetOf = (page: number) => (page - 1) * PER_PAGE
  const activePages = pagesOf(active)
  const inactivePages = pagesOf(listed - active)
  const allPages = pagesOf(listed)
  const guestPages = pagesOf(guestCount)
  const kidsPages = pagesOf(kidsCount)
  const { list, all: everybody } = customers
  const [ACTIVE, INACTIVE] = [{ type: 'ACTIVE' }, { type: 'INACTIVE' }]
  const fan = { tier: 0 }
  const buff = { tier: 1 }
  const anyCustomer = Math.floor(count / 20) * 10
  const lastActive = { offset: 0, limit: active - offsetOf(activePages.last), isFromEnd: true }
  return [
    one('active, first page', list, ACTIVE, users(isActive, counts.active, newest, { offset: 0 })),
    one(
      'active, middle page',
      list,
      { ...ACTIVE, page: activePages.middle },
      users(activeFarDown, counts.active, newest, { offset: offsetOf(activePages.middle) }),
    ),
    one(
      'active, last page',
      list,
      { ...ACTIVE, page: activePages.last },
      users(isActive, counts.active, newest, lastActive),
    ),
    one('active by name', list, { ...ACTIVE, sort: 'name' }, users(isActive, counts.active, byName, { offset: 0 })),
    one(
      'active by name, middle page',
      list,
      { ...ACTIVE, sort: 'name', page: activePages.middle },
      users(activeFarDown, counts.active, byName, { offset: offsetOf(activePages.middle) }),
    ),
    one(
      'active, common word',
      list,
      { ...ACTIVE, search_query: COMMON_WORD },
      usersFound(contains(COMMON_WORD), isActive),
    ),
    one('unsubscribed, first page', list, INACTIVE, users(inactive, inactiveCount, newest, { offset: 0 })),
    one(
      'unsubscribed, middle page',
      list,
      { ...INACTIVE, page: inactivePages.middle },
      users(inactiveFarDown, inactiveCount, newest, { offset: offsetOf(inactivePages.middle) }),
    ),
    one(
      'unsubscribed, phone',
      list,
      { ...INACTIVE, search_query: phoneOf(anyCustomer + 1) },
      usersFound(containsPhone(phoneOf(anyCustomer + 1)), inactive),
    ),
    one(
      'unsubscribed, common word',
      list,
      { ...INACTIVE, search_query: COMMON_WORD },
      usersFound(contains(COMMON_WORD), inactive),
    ),
    one('guests, first page', customers.guests, {}, guests(0)),
    one('guests, middle page', customers.guests, { page: guestPages.middle }, guests(offsetOf(guestPages.middle))),
    one('guests, common word', customers.guests, { search: COMMON_WORD }, guestsFound),
    one('all, first page', everybody, {}, users(all, counts.all, newest, { offset: 0 }, 'totalItems')),
    one(
      'all, middle page',
      everybody,
      { page: allPages.middle },
      users(all, counts.all, newest, { offset: offsetOf(allPages.middle) }, 'totalItems'),
    ),
    one('all by name', everybody, { sort: 'name' }, users(all, counts.all, byName, { offset: 0 }, 'totalItems')),
    one(
      'all by name, middle page',
      everybody,
      { sort: 'name', page: allPages.middle },
      users(all, counts.all, byName, { offset: offsetOf(allPages.middle) }, 'totalItems'),
    ),
    one('all, rare word', everybody, { search_query: RARE_WORD }, usersFound(contains(RARE_WORD), all, 'totalItems')),
    one(
      'all, common word',
      everybody,
      { search_query: COMMON_WORD },
      usersFound(contains(COMMON_WORD), all, 'totalItems'),
    ),
    one(
      'all, phone',
      everybody,
      { search_query: phoneOf(anyCustomer) },
      usersFound(containsPhone(phoneOf(anyCustomer)), all, 'totalItems'),
    ),
    one(
      'all, payment reference',
      everybody,
      { search_query: referenceOf(anyCustomer) },
      usersFound(containsReference(referenceOf(anyCustomer)), all, 'totalItems'),
    ),
    {
      name: 'profile',
      path: `/api${customers.fetch.path.replace('{id}', String(anyCustomer))}`,
      bare: profile(anyCustomer),
    },
    one('churns', customers.churns, { $include: 'user' }, churns),
    one('points, Fan', points.list, fan, membersOfTier(0, 0)),
    one('points, Fan without any', points.list, { ...fan, page: allPages.middle }, fansWithNone(allPages.middle)),
    one('points, Fan, common word', points.list, { ...fan, search: COMMON_WORD }, membersFound(0, COMMON_WORD)),
    one('points, Fan, rare word', points.list, { ...fan, search: RARE_WORD }, membersFound(0, RARE_WORD)),
    one('points, Buff', points.list, buff, membersOfTier(1, 0)),
    one('points, Buff, common word', points.list, { ...buff, search: COMMON_WORD }, membersFound(1, COMMON_WORD)),
    one('kids club', everybody, { forKidsClub: 'true' }, kids(0)),
    one(
      'kids club, middle page',
      everybody,
      { forKidsClub: 'true', page: kidsPages.middle },
      kids(offsetOf(kidsPages.middle)),
    ),
    one(
      'kids club, common word',
      everybody,
      { forKidsClub: 'true', search_query: COMMON_WORD },
      kidsFound(COMMON_WORD),
    ),
  ]
}
