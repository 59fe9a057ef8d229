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
 * The shapes of the lines that other programs tell; `docs/feed.md` has an example of each. A message follows the name of
 * its field: `lines.0.amount is not negative`.
 */

const storable = z.refine<string>(
  (value) => value.isWellFormed() && !value.includes('\u0000'),
  'holds a character that cannot be stored',
)
const atMost = (max: number) => z.maxLength(max, `has at most ${max} characters`)
/** Text that must be there. */
const needed = (max: number) =>
  z.string('is missing, or is no text').check(storable, tidied, z.minLength(1, 'is empty'), atMost(max))
const textOrNone = (max: number) => z.string('is no text').check(storable, tidied, atMost(max))
/** A field that may be left out or null. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
/** The same of a field that has a value of its own then. */
const otherwise = <T extends string | number | boolean>(schema: z.ZodMiniType<T>, value: T) =>
  z.pipe(
    maybe(schema),
    z.transform((sent): T => sent ?? value),
  )
/** Text that may be empty or left out. */
const text = (max: number) => otherwise(textOrNone(max), '')
const nameOrNone = (max: number) => otherwise(textOrNone(max).check(singleSpaced), '')
const shaped = <T extends z.core.$ZodLooseShape>(shape: T) => z.object(shape, 'is no object')

/** What the type of a field does not say, for the form by which staff correct a line. */
export const MEANINGS = z.registry<{ meaning: 'naira' | 'day' | 'cinema' | 'movie' }>()

/** The teller's own id of a thing: with its source it is reported once, however often it is sent. */
const Id = needed(100)
const CinemaId = needed(40).register(MEANINGS, { meaning: 'cinema' })
const MovieId = needed(40).register(MEANINGS, { meaning: 'movie' })

const LAST = Date.parse('2100-01-01T00:00:00Z')
const instantFrom = (year: number) => {
  const first = Date.parse(`${year}-01-01T00:00:00Z`)
  return z.iso
    .datetime({ offset: true, error: 'is an instant with its zone, such as 2026-11-21T18:30:00+01:00' })
    .check(
      z.refine(
        (at) => Date.parse(at) >= first && Date.parse(at) < LAST,
        `is an instant from ${year} to the end of 2099`,
      ),
    )
}
/** When something happened, or is to: no figure shows what was before. */
const At = instantFrom(FIRST_YEAR)
/** When somebody registered: people were members before there were figures. */
const Since = instantFrom(1950)
const ADay = z
  .string('is a day, YYYY-MM-DD')
  .check(z.refine((day) => isDay(day) && day >= '1850-01-01', 'is a day, YYYY-MM-DD'))
  .register(MEANINGS, { meaning: 'day' })
const Channel = otherwise(z.enum(CHANNELS, `is one of ${CHANNELS.join(', ')}`), 'not_specified')
/** Naira with at most two decimals. */
const Naira = z
  .number('is a number of naira')
  .check(
    z.minimum(0, 'is not negative'),
    z.maximum(1e10, 'is at most ten thousand million'),
    z.refine(isHundredths, 'has at most two decimals'),
  )
  .register(MEANINGS, { meaning: 'naira' })
/** Amounts are naira, and are added to naira. */
const Currency = maybe(z.literal('NGN', 'is NGN: amounts are sent in naira'))
/** Of what was sold in it: in naira, or held. */
const AnyCurrency = maybe(
  z.string('is a currency, such as NGN').check(z.regex(/^[A-Za-z]{3}$/, 'is a currency, such as NGN')),
)
const MOST = 100_000
const countFrom = (least: number) =>
  z
    .int('is a whole number')
    .check(
      z.minimum(least, least ? `is at least ${least}` : 'is not negative'),
      z.maximum(MOST, `is at most ${showCount(MOST)}`),
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
  /** These four stay as they are when they are left out; null takes them away. */
  gender: maybe(z.enum(GENDERS, `is one of ${GENDERS.join(', ')}`)),
  card_number: maybe(needed(40)),
  default_cinema_id: maybe(CinemaId),
  trailers_watched: maybe(countFrom(0)),
  /** A member of the kids club; what is left out of it stays. */
  kids_club: maybe(
    shaped({
      guardian_name: nameOrNone(200),
      consent_on: maybe(ADay),
      consent_source: maybe(z.enum(CONSENT_SOURCES, `is one of ${CONSENT_SOURCES.join(', ')}`)),
    }).check(
      z.refine((club) => (club.consent_on == null) === (club.consent_source == null), {
        path: ['consent_source'],
        error: 'goes with consent_on',
      }),
    ),
  ),
  /** When this was so: of two tellings of one customer the later stands. Without it, the moment of registration. */
  at: maybe(Since),
})

const SubscriptionRecord = z
  .object({
    id: Id,
    customer_id: Id,
    event: z.enum(['start', 'renewal', 'end'], 'is one of start, renewal, end'),
    at: At,
    /** Paid until: of a start or a renewal. */
    until: maybe(At),
    plan: text(100),
    /** A month's price. */
    monthly_price: maybe(Naira),
    currency: Currency,
    /** Tickets that the plan entitles to in a month. */
    tickets: maybe(countFrom(0)),
    reason: text(300),
  })
  .check(
    z.refine(({ event, until, at }) => event === 'end' || (until != null && Date.parse(until) > Date.parse(at)), {
      path: ['until'],
      error: 'is needed, and is after at',
    }),
    z.refine(({ event, plan }) => event === 'end' || plan !== '', { path: ['plan'], error: 'is needed' }),
    z.refine(({ event, monthly_price: price }) => event === 'end' || price != null, {
      path: ['monthly_price'],
      error: 'is needed',
    }),
  )

const Kind = z.enum(LINE_KINDS, `is one of ${LINE_KINDS.join(', ')}`)
const linesOf = <T extends z.ZodMiniType>(line: T) =>
  z.array(line, 'is a list').check(z.minLength(1, 'has at least one line'), z.maxLength(100, 'has at most 100 lines'))

const PurchaseRecord = shaped({
  id: Id,
  at: At,
  channel: Channel,
  cinema_id: maybe(CinemaId),
  /** Of a customer; a guest has a name and an address instead. */
  customer_id: maybe(Id),
  name: nameOrNone(200),
  email: text(320),
  phone: text(40),
  payment_reference: maybe(textOrNone(100)),
  referral_code: maybe(textOrNone(40)),
  payment_method: maybe(z.enum(PAYMENT_METHODS, `is one of ${PAYMENT_METHODS.join(', ')}`)),
  /** What of the amount is tax, and what the payment provider kept of it. */
  tax: maybe(Naira),
  fee: maybe(Naira),
  currency: AnyCurrency,
  lines: linesOf(
    shaped({
      kind: Kind,
      quantity: otherwise(Quantity, 1),
      /** What was paid for the line, its discount taken off. */
      amount: Naira,
      discount: otherwise(Naira, 0),
      product: text(200),
      /** The sender's id of the product. */
      product_id: maybe(textOrNone(100)),
      movie_id: maybe(MovieId),
      show_at: maybe(At),
      /** Of its tickets, as the screen names them. */
      seats: maybe(z.array(needed(10), 'is a list').check(z.maxLength(100, 'has at most 100 seats'))),
    }).check(
      z.refine(({ kind, quantity, seats }) => !seats?.length || (kind === 'ticket' && seats.length <= quantity), {
        path: ['seats'],
        error: 'are of tickets, at most one each',
      }),
    ),
  ),
})

const RefundRecord = shaped({
  id: Id,
  purchase_id: Id,
  at: At,
  reason: text(300),
  /** The payment provider's id of the refund, or ours that it has as a comment: one that staff asked for is recognized by it. */
  refund_reference: maybe(textOrNone(100)),
  currency: AnyCurrency,
  lines: linesOf(
    shaped({
      kind: Kind,
      quantity: otherwise(countFrom(0), 1),
      amount: Naira,
      /** Of which show the tickets are; without it, the purchase's first. */
      show_at: maybe(At),
    }),
  ),
})

const CorrectionRecord = shaped({
  id: Id,
  /** When it was decided. */
  at: At,
  record_type: z.enum(CORRECTABLE, `is one of ${CORRECTABLE.join(', ')}`),
  /** The id under which the line was sent. */
  line_id: Id,
  reason: needed(NOTE_LENGTH),
  /** The whole line as it should have been; without it, it counts no more. */
  line: maybe(z.record(z.string(), z.unknown(), 'is no object')),
})

const RedemptionRecord = shaped({
  id: Id,
  at: At,
  /** Without it the day of the redemption counts as the show's. */
  show_at: maybe(At),
  cinema_id: maybe(CinemaId),
  customer_id: maybe(Id),
  tickets: otherwise(Quantity, 1),
  by_subscription: otherwise(z.boolean('is true or false'), false),
  /** The purchase that they are of, also one that is sent later. */
  purchase_id: maybe(Id),
}).check(
  z.refine(({ purchase_id: purchase, cinema_id: cinema }) => purchase == null || cinema != null, {
    path: ['cinema_id'],
    error: 'goes with purchase_id',
  }),
)

const VisitRecord = shaped({ id: Id, at: At, channel: Channel, count: otherwise(Quantity, 1) })

const ReviewRecord = shaped({
  id: Id,
  at: At,
  movie_id: MovieId,
  name: nameOrNone(200),
  liked: z.boolean('is true or false'),
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
      /** Of whoever is signed in on it. */
      customer_id: maybe(Id),
      /** The push service's; not needed of a device that is removed. */
      token: text(1000),
      platform: z.enum(PLATFORMS, `is one of ${PLATFORMS.join(', ')}`),
      removed: otherwise(z.boolean('is true or false'), false),
    },
    'is no object',
  )
  .check(z.refine(({ removed, token }) => removed || token !== '', { path: ['token'], error: 'is needed' }))

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

/** A line of a stream as the server takes it. */
export type FeedRecord<S extends RecordType> = z.infer<(typeof RECORD_SCHEMAS)[S]>

/** Clocks differ, and days begin elsewhere sooner; what is further ahead has not happened. */
const DAY_MS = 24 * 60 * 60_000
const A_DAY = { ms: DAY_MS, label: 'a day' }
/** Subscriptions are renewed before they end, and begin then. */
const THREE_YEARS = { ms: 3 * 366 * DAY_MS, label: 'three years' }

/** Which of a line's instants has not come yet, and so cannot be reported; shows and ends of subscriptions may be ahead. */
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

/** Amounts are naira, and are added to naira. */
export function otherCurrencyOf(line: object): string | undefined {
  const currency = 'currency' in line && line.currency
  if (typeof currency === 'string' && currency.toUpperCase() !== 'NGN')
    return `currency is ${currency.toUpperCase()}: amounts are sent in naira`
}

/** Adds the fields that were sent and that the line does not have, as paths with places left out: `chanel`, `lines.qty`. */
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
