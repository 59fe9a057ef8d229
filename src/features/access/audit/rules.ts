/** What of the log is for whom. */
import { showCount } from '#contract/counted.ts'
import { withoutNames } from '#contract/isolate.ts'
import { PERSONAL_KEYS } from '#contract/personal-keys.ts'
import { withChainRights, refusal, refusalWherever, type Permission, type Rights } from '#contract/permissions.ts'

/** So many lines of a list are counted and listed: to count millions takes longer than to read a page of them. A file has all. */
export const MOST_LISTED = 10_000

export const messages = {
  truncated: `Showing the first ${showCount(MOST_LISTED)} entries. Choose fewer days, or download the file for all.`,
} as const

/** In place of what somebody may not see. */
export const HIDDEN = '•••'

/** Records about people, by what it takes to see them on their own screens. */
const SEEN_WITH: Record<string, Permission | 'superadmin'> = {
  customer: 'customers:read',
  guest: 'customers:read',
  admin: 'admins:read',
  'cube booking': 'cubes:read',
  'voucher group': 'vouchers:read',
  notification: 'notifications:read',
  mail: 'superadmin',
}

/** Why a person is not shown whom a record is about, in words; undefined where there is nothing to hide from them. */
export const hiddenReason = (me: Rights, entity: string): string | undefined => {
  const takes = SEEN_WITH[entity]
  // Whoever sees some people would be shown all.
  if (takes && entity === 'admin') return refusal(withChainRights(me), takes)
  return takes && refusalWherever(me, takes, 'audit:read')
}

/** The records about which this person may not see whom they are about. */
export const hiddenFrom = (me: Rights): string[] => Object.keys(SEEN_WITH).filter((entity) => hiddenReason(me, entity))

/** What is said of a record, as this person may see it. */
export const summaryFor = (me: Rights, entity: string, sentence: string): string =>
  hiddenReason(me, entity) ? withoutNames(sentence, HIDDEN) : sentence

/** What a record was, as this person may see it. */
export const recordFor = (me: Rights, entity: string, record: unknown): unknown =>
  hiddenReason(me, entity) ? withoutPerson(record) : record

export const withoutPerson = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPerson)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      !PERSONAL_KEYS.includes(key) ? withoutPerson(inner) : inner === null || inner === '' ? inner : HIDDEN,
    ]),
  )
}
