/** Rules and messages of saved audiences: conditions over customers, all of which hold. */
import { showCount } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'
import { GENRES } from '#contract/films.ts'
import { showNaira } from '#contract/money.ts'
import { TIERS } from '#contract/tiers.ts'
import { addDays, clockOf, dayOf, instantAt } from '#contract/time.ts'

export const NAME_LENGTH = 60
export const CONDITIONS_MOST = 12
export const ANY_MOST = 50
export const DAYS_MOST = 3650
const NAIRA_MOST = 1_000_000_000

export const SUBSCRIPTIONS = ['active', 'ended', 'never'] as const
export const PLATFORMS = ['android', 'ios', 'web'] as const

/** What the values of a condition name; those of few are all known here, by what they are called. */
export type Of = 'cinema' | 'state' | 'movie' | 'plan' | 'genre' | 'subscription' | 'tier' | 'platform'
export const KNOWN: Partial<Record<Of, Readonly<Record<string, string>>>> = {
  genre: Object.fromEntries(GENRES.map((genre) => [genre, genre])),
  subscription: {
    active: 'have a subscription',
    ended: 'had a subscription that ended',
    never: 'never had a subscription',
  },
  tier: Object.fromEntries(TIERS.map((name, tier) => [String(tier), name])),
  platform: { android: 'Android', ios: 'iOS', web: 'the web' },
}

type Spec = {
  /** In the list to choose from. */
  label: string
  /** What `any` names, and whether it may name nothing. */
  of?: Of
  isOpen?: boolean
  /** Whether it can be asked for the opposite. */
  canBeNot?: boolean
  /** Whether it can be of the last days only. */
  hasDays?: boolean
  range?: 'naira' | 'days ago'
  says: (wording: Wording) => string
}
/** A condition's parts as words: what `any` names, the range, and the last days; empty where nothing is said. */
type Wording = { any: string; range: string; lately: string; not: boolean }

const spec = (of: Spec) => of
export const SPECS = {
  bought: spec({
    label: 'Bought at a cinema',
    of: 'cinema',
    isOpen: true,
    canBeNot: true,
    hasDays: true,
    says: ({ any, lately, not }) => `${not ? 'did not buy' : 'bought'}${any && ` at ${any}`}${lately}`,
  }),
  genre: spec({
    label: 'Saw a genre',
    of: 'genre',
    canBeNot: true,
    hasDays: true,
    says: ({ any, lately, not }) => `${not ? 'did not see' : 'saw'} ${any}${lately}`,
  }),
  movie: spec({
    label: 'Saw a movie',
    of: 'movie',
    canBeNot: true,
    hasDays: true,
    says: ({ any, lately, not }) => `${not ? 'did not see' : 'saw'} ${any}${lately}`,
  }),
  last_purchase: spec({
    label: 'Last purchase',
    range: 'days ago',
    says: ({ range }) => `last bought ${range}`,
  }),
  spend: spec({
    label: 'Spend',
    range: 'naira',
    hasDays: true,
    says: ({ range, lately }) => `spent ${range}${lately}`,
  }),
  subscription: spec({ label: 'Subscription', of: 'subscription', says: ({ any }) => any }),
  plan: spec({
    label: 'Plan',
    of: 'plan',
    canBeNot: true,
    says: ({ any, not }) => `${not ? 'do not have' : 'have'} the plan ${any}`,
  }),
  tier: spec({ label: 'Points tier', of: 'tier', says: ({ any }) => `are ${any}` }),
  home: spec({ label: 'State of default cinema', of: 'state', says: ({ any }) => `have a default cinema in ${any}` }),
  app: spec({
    label: 'Has the app',
    of: 'platform',
    isOpen: true,
    canBeNot: true,
    says: ({ any, not }) => `${not ? 'do not have' : 'have'} the app${any && ` on ${any}`}`,
  }),
  joined: spec({ label: 'Joined', range: 'days ago', says: ({ range }) => `joined ${range}` }),
} as const satisfies Record<string, Spec>

export type Field = keyof typeof SPECS
export const FIELDS = Object.keys(SPECS) as [Field, ...Field[]]
export const specOf = (field: Field): Spec => SPECS[field]

/**
 * One condition. `any`: any of several, by id or by the words of `KNOWN`. `days`: of the last so many. `from` and `to`:
 * naira, or days ago of which `from` are the fewer; both ends belong to it.
 */
export type Condition = {
  field: Field
  not: boolean
  any: string[]
  days: number | null
  from: number | null
  to: number | null
}

export const emptyCondition = (field: Field): Condition => ({
  field,
  not: false,
  any: [],
  days: specOf(field).hasDays ? 90 : null,
  from: null,
  to: null,
})

export const messages = {
  noName: errors.enter('a name'),
  nameExists: errors.exists('audience with this name'),
  noConditions: 'Add at least one condition',
  manyConditions: `Add up to ${CONDITIONS_MOST} conditions`,
  noAny: 'Choose at least one',
  manyAny: `Choose up to ${ANY_MOST}`,
  badAny: (value: string) => errors.notFound(value),
  notAccepted: (label: string, part: string) => `${label} takes no ${part}`,
  noRange: 'Enter a minimum or a maximum',
  badRange: 'Enter a minimum below the maximum',
  badDays: `Enter 1 to ${showCount(DAYS_MOST)} days`,
  badAgo: `Enter 0 to ${showCount(DAYS_MOST)} days ago`,
  badNaira: errors.enter('an amount in naira'),
  noSuchAudience: errors.notFound('audience'),
  notDeleted: 'This audience was not deleted',
  added: 'Audience saved',
  saved: 'Audience saved',
  deleted: 'Audience deleted',
  restored: 'Audience restored',
  limitsSaved: 'Sending limits saved',
  badPerWeek: 'Enter 1 to 50, or leave empty for no limit',
  badQuietHours: 'Enter both times, or neither',
  sameQuietHours: 'Quiet hours must end at a different time',
  quiet: ({ quiet_from, quiet_to }: Limits) => `Choose a time outside quiet hours, ${quiet_from} to ${quiet_to}`,
} as const

/** What is wrong with a condition; undefined of one that is right. */
export function conditionProblem({ field, not, any, days, from, to }: Condition): string | undefined {
  const { label, of, isOpen, canBeNot, hasDays, range } = specOf(field)
  if (not && !canBeNot) return messages.notAccepted(label, 'opposite')
  if (any.length && !of) return messages.notAccepted(label, 'values')
  if (days !== null && !hasDays) return messages.notAccepted(label, 'days')
  if ((from !== null || to !== null) && !range) return messages.notAccepted(label, 'range')
  if (of && !isOpen && !any.length) return messages.noAny
  if (any.length > ANY_MOST) return messages.manyAny
  const known = of && KNOWN[of]
  const unknown = known && any.find((value) => !Object.hasOwn(known, value))
  if (unknown !== undefined) return messages.badAny(unknown)
  if (days !== null && !isDays(days, 1)) return messages.badDays
  return range ? rangeProblem(range, from, to) : undefined
}

function rangeProblem(range: 'naira' | 'days ago', from: number | null, to: number | null): string | undefined {
  if (from === null && to === null) return messages.noRange
  const isEnd = (end: number) =>
    range === 'naira' ? end >= 0 && end <= NAIRA_MOST && Number.isInteger(Math.round(end * 1e6) / 1e4) : isDays(end, 0)
  if ([from, to].some((end) => end !== null && !isEnd(end)))
    return range === 'naira' ? messages.badNaira : messages.badAgo
  return from !== null && to !== null && from > to ? messages.badRange : undefined
}

const isDays = (value: number, least: number) => Number.isInteger(value) && value >= least && value <= DAYS_MOST

/** What is wrong with an audience, by field of its form. */
export const audienceProblems = ({ name, conditions }: { name: string; conditions: readonly Condition[] }) => ({
  name: name.trim() ? null : messages.noName,
  conditions:
    conditions.length === 0
      ? messages.noConditions
      : conditions.length > CONDITIONS_MOST
        ? messages.manyConditions
        : (conditions.map(conditionProblem).find((problem) => problem !== undefined) ?? null),
})

/** What values are called, by what they name and their id: `cinema:0004`. */
export type Names = Readonly<Record<string, string>>
export const nameKey = (of: Of, value: string) => `${of}:${value}`
const nameIn = (names: Names, of: Of, value: string) => KNOWN[of]?.[value] ?? names[nameKey(of, value)] ?? value

const joinList = (items: readonly string[], last: string) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`

const daysLabel = (days: number) => `${showCount(days)} ${days === 1 ? 'day' : 'days'}`

function describeRange(range: Spec['range'], from: number | null, to: number | null): string {
  if (!range || (from === null && to === null)) return ''
  const [low, high] = [from, to].map((end) => end !== null && (range === 'naira' ? showNaira(end) : showCount(end)))
  const ago = range === 'naira' ? '' : ` ${(to ?? from) === 1 ? 'day' : 'days'} ago`
  if (from === null) return `at most ${high}${ago}`
  if (to === null) return `at least ${low}${ago}`
  return from === to ? `${range === 'naira' ? 'exactly ' : ''}${low}${ago}` : `${low} to ${high}${ago}`
}

/** A condition in words that follow "Customers who". */
export function describeCondition({ field, not, any, days, from, to }: Condition, names: Names = {}): string {
  const { of, range, says } = specOf(field)
  return says({
    not,
    any: of
      ? joinList(
          any.map((value) => nameIn(names, of, value)),
          'or',
        )
      : '',
    range: describeRange(range, from, to),
    lately: days === null ? '' : ` in the last ${daysLabel(days)}`,
  })
}

/** All of an audience as one sentence. */
export const describeAudience = (conditions: readonly Condition[], names: Names = {}): string =>
  `Customers who ${joinList(
    conditions.map((condition) => describeCondition(condition, names)),
    'and',
  )}`

/**
 * What keeps notifications from being too many: how many somebody gets at most in seven days, null for no limit; and the
 * hours of the chain's zone (HH:mm) in which none begins, both empty for none.
 */
export type Limits = { per_week: number | null; quiet_from: string; quiet_to: string }
export const NO_LIMITS: Limits = { per_week: null, quiet_from: '', quiet_to: '' }
export const WEEK_DAYS = 7
export const PER_WEEK_MOST = 50

/** Whether a clock of the zone, HH:mm, is in the quiet hours, whose end does not belong to them. */
export function isInQuietHours({ quiet_from, quiet_to }: Limits, clock: string): boolean {
  if (!quiet_from || !quiet_to) return false
  return quiet_from < quiet_to ? clock >= quiet_from && clock < quiet_to : clock >= quiet_from || clock < quiet_to
}

/** The end of the quiet hours that a moment is in; undefined where it is in none. */
export function quietHoursUntil(limits: Limits, at: Date, zone: string): Date | undefined {
  if (!isInQuietHours(limits, clockOf(at, zone))) return
  const end = instantAt(dayOf(at, zone), limits.quiet_to, zone)
  return end > at ? end : instantAt(addDays(dayOf(at, zone), 1), limits.quiet_to, zone)
}

/** Why somebody who is in an audience does not get a notification. The first that fits counts. */
export const EXCLUSIONS = ['app', 'consent', 'week', 'control'] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

/** An exclusion by name, below its number. */
export const exclusionLabel = (reason: Exclusion, limits: Pick<Limits, 'per_week'>, controlPercent: number): string =>
  ({
    app: 'do not have the app',
    consent: "children without their guardian's consent",
    week: `already had ${limits.per_week ?? 0} in ${WEEK_DAYS} days`,
    control: `in the control group (${controlPercent}%)`,
  })[reason]
