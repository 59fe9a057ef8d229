import { showCount } from '#contract/counted.ts'
import * as z from 'zod/mini'
import { singleSpaced, tidied } from '#contract/atoms.ts'
import { isHundredths } from '#contract/money.ts'
import { isDay } from '#contract/time.ts'
import { FIRST_YEAR } from '#contract/range.ts'
import { CONSENT_SOURCES, GENDERS } from '#features/customers/customers/rules.ts'
import { CHANNELS, LINE_KINDS, PAYMENT_METHODS } from '#features/sales/trade/rules.ts'
import { CORRECTABLE, NOTE_LENGTH, PLATFORMS, type RecordType } from './rules.ts'

/**
 * Schemas of the records that other programs send; `docs/feed.md` has an example of each. A message follows the name of
 * its field: `lines.0.amount is not negative`.
 */

const storable = z.refine<string>(
  (value) => value.isWellFormed() && !value.includes('\u0000'),
  'has a character that cannot be stored',
)
const atMost = (max: number) => z.maxLength(max, `must have at most ${max} characters`)
/** Required text. */
const needed = (max: number) =>
  z.string('is missing or is not text').check(storable, tidied, z.minLength(1, 'is empty'), atMost(max))
const textOrNone = (max: number) => z.string('is not text').check(storable, tidied, atMost(max))
/** Field that is optional or null. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
/** Optional field with a default value. */
const otherwise = <T extends string | number | boolean>(schema: z.ZodMiniType<T>, value: T) =>
  z.pipe(
    maybe(schema),
    z.transform((sent): T => sent ?? value),
  )
/** Optional text, empty by default. */
const text = (max: number) => otherwise(textOrNone(max), '')
const nameOrNone = (max: number) => otherwise(textOrNone(max).check(singleSpaced), '')
const shaped = <T extends z.core.$ZodLooseShape>(shape: T) => z.object(shape, 'is not an object')

/** Meaning of a field beyond its type, for the form in which staff correct a record. */
export const MEANINGS = z.registry<{ meaning: 'naira' | 'day' | 'cinema' | 'movie' }>()

/** Id given by the source system. Source and id identify a record, so that a repeat is a duplicate. */
const Id = needed(100)
const CinemaId = needed(40).register(MEANINGS, { meaning: 'cinema' })
const MovieId = needed(40).register(MEANINGS, { meaning: 'movie' })

const LAST = Date.parse('2100-01-01T00:00:00Z')
const instantFrom = (year: number) => {
  const first = Date.parse(`${year}-01-01T00:00:00Z`)
  return z.iso
    .datetime({ offset: true, error: 'must be a time with its zone, such as 2026-11-21T18:30:00+01:00' })
    .check(
      z.refine(
        (at) => Date.parse(at) >= first && Date.parse(at) < LAST,
        `must be a time from ${year} to the end of 2099`,
      ),
    )
}
/** Time of an event. Reports begin with the first allowed year. */
const At = instantFrom(FIRST_YEAR)
/** Time of registration. Customers may have registered before reports begin. */
const Since = instantFrom(1950)
const ADay = z
  .string('must be a day, YYYY-MM-DD')
  .check(z.refine((day) => isDay(day) && day >= '1850-01-01', 'must be a day, YYYY-MM-DD'))
  .register(MEANINGS, { meaning: 'day' })
const Channel = otherwise(z.enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`), 'not_specified')
/** Naira with at most 2 decimals. */
const Naira = z
  .number('must be a number of naira')
  .check(
    z.minimum(0, 'must not be negative'),
    z.maximum(1e10, 'must be at most 10 billion'),
    z.refine(isHundredths, 'must have at most two decimals'),
  )
  .register(MEANINGS, { meaning: 'naira' })
/** Currency of amounts that are added to naira. */
const Currency = maybe(z.literal('NGN', 'must be NGN, because Marquee accepts naira only'))
/** Currency of a sale. Other currencies than naira are quarantined. */
const AnyCurrency = maybe(
  z.string('must be a currency, such as NGN').check(z.regex(/^[A-Za-z]{3}$/, 'must be a currency, such as NGN')),
)
const MOST = 100_000
const countFrom = (least: number) =>
  z
    .int('must be a whole number')
    .check(
      z.minimum(least, least ? `must be at least ${least}` : 'must not be negative'),
      z.maximum(MOST, `must be at most ${showCount(MOST)}`),
    )
const Quantity = countFrom(1)

const CustomerRecord = shaped({
  id: Id,
  first_name: nameOrNone(100),
  last_name: nameOrNone(100),
  email: maybe(textOrNone(320)),
  phone: maybe(textOrNone(40)),
  birth_date: maybe(ADay),
  channel: Channel,
  registered_at: Since,
  /** Omitted values of these 4 fields stay; null clears them. */
  gender: maybe(z.enum(GENDERS, `must be one of ${GENDERS.join(', ')}`)),
  card_number: maybe(needed(40)),
  default_cinema_id: maybe(CinemaId),
  trailers_watched: maybe(countFrom(0)),
  /** Kids club membership; omitted values stay. */
  kids_club: maybe(
    shaped({
      guardian_name: nameOrNone(200),
      consent_on: maybe(ADay),
      consent_source: maybe(z.enum(CONSENT_SOURCES, `must be one of ${CONSENT_SOURCES.join(', ')}`)),
    }).check(
      z.refine((club) => (club.consent_on == null) === (club.consent_source == null), {
        path: ['consent_source'],
        error: 'must be sent with consent_on',
      }),
    ),
  ),
  /** Time of these values; the latest wins. Defaults to the time of registration. */
  at: maybe(Since),
})

const SubscriptionRecord = z
  .object({
    id: Id,
    customer_id: Id,
    event: z.enum(['start', 'renewal', 'end'], 'must be one of start, renewal, end'),
    at: At,
    /** End of the paid period, for a start or a renewal. */
    until: maybe(At),
    plan: text(100),
    /** Price per month, in naira. */
    monthly_price: maybe(Naira),
    currency: Currency,
    /** Tickets per month that the plan includes. */
    tickets: maybe(countFrom(0)),
    reason: text(300),
  })
  .check(
    z.refine(({ event, until, at }) => event === 'end' || (until != null && Date.parse(until) > Date.parse(at)), {
      path: ['until'],
      error: 'is required and must be after at',
    }),
    z.refine(({ event, plan }) => event === 'end' || plan !== '', { path: ['plan'], error: 'is required' }),
    z.refine(({ event, monthly_price: price }) => event === 'end' || price != null, {
      path: ['monthly_price'],
      error: 'is required',
    }),
  )

const Kind = z.enum(LINE_KINDS, `must be one of ${LINE_KINDS.join(', ')}`)
const linesOf = <T extends z.ZodMiniType>(line: T) =>
  z
    .array(line, 'must be a list')
    .check(z.minLength(1, 'must have at least one line'), z.maxLength(100, 'must have at most 100 lines'))

const PurchaseRecord = shaped({
  id: Id,
  at: At,
  channel: Channel,
  cinema_id: maybe(CinemaId),
  /** Buyer with an account; a guest has a name and an email instead. */
  customer_id: maybe(Id),
  name: nameOrNone(200),
  email: text(320),
  phone: text(40),
  payment_reference: maybe(textOrNone(100)),
  referral_code: maybe(textOrNone(40)),
  payment_method: maybe(z.enum(PAYMENT_METHODS, `must be one of ${PAYMENT_METHODS.join(', ')}`)),
  /** Tax within the amount, and the payment provider's fee, in naira. */
  tax: maybe(Naira),
  fee: maybe(Naira),
  currency: AnyCurrency,
  lines: linesOf(
    shaped({
      kind: Kind,
      quantity: otherwise(Quantity, 1),
      /** Amount paid for the line after its discount. */
      amount: Naira,
      discount: otherwise(Naira, 0),
      product: text(200),
      /** Product id of the source system. */
      product_id: maybe(textOrNone(100)),
      movie_id: maybe(MovieId),
      show_at: maybe(At),
      /** Seats of the line's tickets, as the auditorium names them. */
      seats: maybe(z.array(needed(10), 'must be a list').check(z.maxLength(100, 'must have at most 100 seats'))),
    }).check(
      z.refine(({ kind, quantity, seats }) => !seats?.length || (kind === 'ticket' && seats.length <= quantity), {
        path: ['seats'],
        error: 'must be for tickets, at most one each',
      }),
    ),
  ),
})

const RefundRecord = shaped({
  id: Id,
  purchase_id: Id,
  at: At,
  reason: text(300),
  /**
   * Refund id of the payment provider, or Marquee's id that the provider has as a comment. Matches refunds requested by
   * staff.
   */
  refund_reference: maybe(textOrNone(100)),
  currency: AnyCurrency,
  lines: linesOf(
    shaped({
      kind: Kind,
      quantity: otherwise(countFrom(0), 1),
      amount: Naira,
      /** Show of the tickets; defaults to the first show of the purchase. */
      show_at: maybe(At),
    }),
  ),
})

const CorrectionRecord = shaped({
  id: Id,
  /** Time of the decision. */
  at: At,
  record_type: z.enum(CORRECTABLE, `must be one of ${CORRECTABLE.join(', ')}`),
  /** Id under which the record was sent. */
  line_id: Id,
  reason: needed(NOTE_LENGTH),
  /** Complete corrected record; omit to void the record. */
  line: maybe(z.record(z.string(), z.unknown(), 'is not an object')),
})

const RedemptionRecord = shaped({
  id: Id,
  at: At,
  /** Show of the tickets; defaults to the day of redemption. */
  show_at: maybe(At),
  cinema_id: maybe(CinemaId),
  customer_id: maybe(Id),
  tickets: otherwise(Quantity, 1),
  by_subscription: otherwise(z.boolean('must be true or false'), false),
  /** Purchase of the tickets, which may arrive later. */
  purchase_id: maybe(Id),
}).check(
  z.refine(({ purchase_id: purchase, cinema_id: cinema }) => purchase == null || cinema != null, {
    path: ['cinema_id'],
    error: 'must be sent with purchase_id',
  }),
)

const VisitRecord = shaped({ id: Id, at: At, channel: Channel, count: otherwise(Quantity, 1) })

const ReviewRecord = shaped({
  id: Id,
  at: At,
  movie_id: MovieId,
  name: nameOrNone(200),
  liked: z.boolean('must be true or false'),
  review: text(5000),
})

const ErrorRecord = shaped({
  id: Id,
  at: At,
  message: needed(2000),
  stack: text(20_000),
  page: text(500),
  component: text(300),
  release: text(100),
  channel: Channel,
  customer_id: maybe(Id),
})

const DeviceRecord = z
  .object(
    {
      id: Id,
      at: At,
      /** Customer who is signed in on the device. */
      customer_id: maybe(Id),
      /** Token of the push service; optional when the device is removed. */
      token: text(1000),
      platform: z.enum(PLATFORMS, `must be one of ${PLATFORMS.join(', ')}`),
      removed: otherwise(z.boolean('must be true or false'), false),
    },
    'is not an object',
  )
  .check(z.refine(({ removed, token }) => removed || token !== '', { path: ['token'], error: 'is required' }))

export const RECORD_SCHEMAS = {
  customers: CustomerRecord,
  subscriptions: SubscriptionRecord,
  purchases: PurchaseRecord,
  refunds: RefundRecord,
  corrections: CorrectionRecord,
  redemptions: RedemptionRecord,
  visits: VisitRecord,
  reviews: ReviewRecord,
  errors: ErrorRecord,
  devices: DeviceRecord,
} as const satisfies Record<RecordType, z.ZodMiniType>

/** Record as parsed from the feed. */
export type FeedRecord<S extends RecordType> = z.infer<(typeof RECORD_SCHEMAS)[S]>

/** Maximum lead of a sender's clock: clocks differ, and the date is earlier in other zones. */
const DAY_MS = 24 * 60 * 60_000
const A_DAY = { ms: DAY_MS, label: 'a day' }
/** Maximum lead of a subscription, which is renewed before it ends. */
const THREE_YEARS = { ms: 3 * 366 * DAY_MS, label: '3 years' }

/** Finds the time of a record that is in the future. Shows and ends of subscriptions may be ahead. */
export function aheadOf(
  recordType: RecordType,
  line: { at?: unknown; registered_at?: unknown },
  now: Date,
): string | undefined {
  const most = recordType === 'subscriptions' ? THREE_YEARS : A_DAY
  const field = (['at', 'registered_at'] as const).find(
    (name) => typeof line[name] === 'string' && Date.parse(line[name]) > now.getTime() + most.ms,
  )
  return field && `${field} is more than ${most.label} ahead`
}

/** Returns a currency that cannot be added to naira. */
export function otherCurrencyOf(line: object): string | undefined {
  const currency = 'currency' in line && line.currency
  if (typeof currency === 'string' && currency.toUpperCase() !== 'NGN')
    return `currency is ${currency.toUpperCase()}, and Marquee accepts naira (NGN) only`
}

/** Adds the unknown fields of a sent record, as paths without indexes: `chanel`, `lines.qty`. */
export function notePassedOver(found: Set<string>, sent: unknown, line: unknown, path = ''): void {
  if (typeof sent !== 'object' || sent === null || typeof line !== 'object' || line === null) return
  if (Array.isArray(sent))
    return sent.forEach((one, index) => notePassedOver(found, one, (line as unknown[])[index], path))
  for (const name in sent) {
    const value = sent[name as keyof typeof sent] as unknown
    if (!(name in line)) found.add(path + name)
    else if (typeof value === 'object') notePassedOver(found, value, line[name as keyof typeof line], `${path}${name}.`)
  }
}
