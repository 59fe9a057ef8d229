/** The close of a business day: the bridge from Revenue to the provider's payout, and the journal that is made of it. */
import { errors } from '#contract/errors.ts'
import { isHundredths, showNaira } from '#contract/money.ts'
import { typedProblem } from '#contract/typed-number.ts'
import { LINE_KINDS } from '#features/sales/trade/rules.ts'

/** Lines of the bridge in their order. Each adds to what stands above it. */
export const LINES = [
  ...LINE_KINDS,
  'cubes',
  'voucher',
  'cash',
  'card',
  'other',
  'refunds_added',
  'amount',
  'other_day',
  'not_there',
  'not_here',
  'refunds',
  'refunds_differ',
  'fees',
  'chargebacks',
] as const
export type Line = (typeof LINES)[number]

export const LINE_LABELS: Record<Line, string> = {
  ticket: 'Tickets',
  concession: 'Concessions',
  subscription: 'Subscriptions',
  cubes: 'Cube bookings, net of refunds',
  voucher: 'Paid by voucher',
  cash: 'Cash at the counter',
  card: 'Card at the counter',
  other: 'Other counter payments',
  refunds_added: 'Provider refunds, added back',
  amount: 'Different amount charged',
  other_day: 'Charged on another day',
  not_there: 'Missing at provider',
  not_here: 'Missing in Marquee',
  refunds: 'Provider refunds',
  refunds_differ: 'Refund differences at the provider',
  fees: 'Fees',
  chargebacks: 'Chargebacks',
}

/** What stands below a line. */
export const SUBTOTALS: Partial<Record<Line, { id: Subtotal; label: string }>> = {
  subscription: { id: 'revenue', label: 'Revenue' },
  other: { id: 'through', label: 'Online payments, net of refunds' },
  refunds_added: { id: 'expected', label: 'Expected charges' },
  not_here: { id: 'charged', label: 'Provider charges' },
  chargebacks: { id: 'due', label: 'Expected payout' },
}
export const SUBTOTAL_IDS = ['revenue', 'through', 'expected', 'charged', 'due'] as const
export type Subtotal = (typeof SUBTOTAL_IDS)[number]

/** The last that is known of a day before it is compared with the provider. */
const EXPECTED = LINES.indexOf('refunds_added') + 1
/** The lines whose amounts are known. */
export const linesOf = (isCompared: boolean): readonly Line[] => (isCompared ? LINES : LINES.slice(0, EXPECTED))

/** Kobo by line; a line that is not there is nothing. */
export type Figures = Partial<Record<Line | 'payout', number>>

/** A bridge as it is read from above: each line with its amount, subtotals, what is paid out, and what that differs by. */
export function bridgeOf(figures: Figures) {
  const subtotals = {} as Record<Subtotal, number>
  let total = 0
  for (const line of LINES) {
    total += figures[line] ?? 0
    const subtotal = SUBTOTALS[line]
    if (subtotal) subtotals[subtotal.id] = total
  }
  const payout = figures.payout ?? 0
  return { subtotals, payout, difference: payout - total }
}

/** What a line of the journal is posted to. */
export const ACCOUNTS = {
  ticket: { label: 'Ticket revenue', code: '4000' },
  concession: { label: 'Concession revenue', code: '4010' },
  subscription: { label: 'Subscription revenue', code: '4020' },
  cubes: { label: 'Cube revenue', code: '4030' },
  cash: { label: 'Cash in tills', code: '1000' },
  card: { label: 'Card terminals', code: '1010' },
  other: { label: 'Other counter receipts', code: '1020' },
  bank: { label: 'Bank', code: '1100' },
  provider: { label: 'Payment provider', code: '1200' },
  suspense: { label: 'Unexplained differences', code: '1900' },
  voucher: { label: 'Vouchers in issue', code: '2100' },
  fees: { label: 'Payment fees', code: '6100' },
  chargebacks: { label: 'Chargebacks', code: '6110' },
  short: { label: 'Cash short and over', code: '6120' },
} as const
export type Account = keyof typeof ACCOUNTS
export const ACCOUNT_IDS = Object.keys(ACCOUNTS) as [Account, ...Account[]]
/** Codes by account. */
export type Chart = Record<Account, string>
export const DEFAULT_CHART = Object.fromEntries(ACCOUNT_IDS.map((id) => [id, ACCOUNTS[id].code])) as Chart

export type Entry = { cinemaId: string; account: Account; debit: number; credit: number }

/** Which account a line goes to. What it adds to the bridge is a credit, what it takes off a debit. */
const ACCOUNT_OF: Partial<Record<Line, Account>> = {
  ticket: 'ticket',
  concession: 'concession',
  subscription: 'subscription',
  cubes: 'cubes',
  voucher: 'voucher',
  cash: 'cash',
  card: 'card',
  other: 'other',
  amount: 'suspense',
  other_day: 'suspense',
  not_there: 'suspense',
  not_here: 'suspense',
  refunds_differ: 'suspense',
  fees: 'fees',
  chargebacks: 'chargebacks',
}

/**
 * The journal of a cinema's day in kobo: what is credited is debited as a whole, and what the provider owes takes up the rest. What
 * tills hold more or less than was taken is posted apart.
 */
export function journalOf(cinemaId: string, figures: Figures, counted: { cash?: number; card?: number } = {}): Entry[] {
  const sums = new Map<Account, number>()
  const add = (account: Account, credit: number) => sums.set(account, (sums.get(account) ?? 0) + credit)
  for (const line of LINES) {
    const account = ACCOUNT_OF[line]
    if (account) add(account, figures[line] ?? 0)
  }
  for (const method of ['cash', 'card'] as const) {
    const count = counted[method]
    if (count === undefined) continue
    const short = -(figures[method] ?? 0) - count
    add(method, short)
    add('short', -short)
  }
  add('bank', -(figures.payout ?? 0))
  add('provider', -[...sums.values()].reduce((total, credit) => total + credit, 0))
  return ACCOUNT_IDS.flatMap((account) => {
    const credit = sums.get(account) ?? 0
    return credit ? [{ cinemaId, account, debit: Math.max(0, -credit), credit: Math.max(0, credit) }] : []
  })
}

/** What came late, by what it is. `sign`: of its amount in the figure that it changes. */
export const CAUSES = {
  purchase: { label: 'Late purchase', of: 'revenue', sign: 1 },
  refund: { label: 'Late refund', of: 'revenue', sign: -1 },
  cube: { label: 'Late cube payment', of: 'cubes', sign: 1 },
  cube_refund: { label: 'Late cube refund', of: 'cubes', sign: -1 },
  charge: { label: 'Charge reported later', of: 'charged', sign: 1 },
  provider_refund: { label: 'Provider refund reported later', of: 'refunded', sign: -1 },
  fee: { label: 'Fee reported later', of: 'fees', sign: -1 },
  chargeback: { label: 'Chargeback reported later', of: 'chargebacks', sign: -1 },
  payout: { label: 'Payout reported later', of: 'payout', sign: 1 },
} as const
export type Cause = keyof typeof CAUSES
export const CAUSE_IDS = Object.keys(CAUSES) as [Cause, ...Cause[]]
export const MEASURES = ['revenue', 'cubes', 'charged', 'refunded', 'fees', 'chargebacks', 'payout'] as const
export type Measure = (typeof MEASURES)[number]
export const MEASURE_LABELS: Record<Measure, string> = {
  revenue: 'Revenue',
  cubes: 'Cube bookings',
  charged: 'Provider charges',
  refunded: 'Provider refunds',
  fees: 'Fees',
  chargebacks: 'Chargebacks',
  payout: 'Payout',
}
/** What restatements change, as a bridge has it. */
export const measuresOf = (figures: Figures): Record<Measure, number> => ({
  revenue: bridgeOf(figures).subtotals.revenue,
  cubes: figures.cubes ?? 0,
  charged: bridgeOf(figures).subtotals.charged,
  refunded: (figures.refunds ?? 0) + (figures.refunds_differ ?? 0),
  fees: figures.fees ?? 0,
  chargebacks: figures.chargebacks ?? 0,
  payout: figures.payout ?? 0,
})

export const DAY_STATES = ['running', 'open', 'closed', 'restated'] as const
export type DayState = (typeof DAY_STATES)[number]
export const STATE_LABELS: Record<DayState, string> = {
  running: 'Not over yet',
  open: 'Open',
  closed: 'Closed',
  restated: 'Restated',
}

/** Restatements that a page shows; the file has all. */
export const MAX_LATE_LISTED = 200

export const messages = {
  notOver: 'This day is not over yet',
  notCompared: 'Compare this day with the payment provider first',
  closed: 'Day closed',
  closedAlready: 'This day is already closed',
  notClosed: 'This day is not closed',
  reopened: 'Day reopened',
  reason: 'Enter a reason',
  explain: (differences: readonly string[]) => `Enter a note to explain: ${differences.join('; ')}`,
  noSuchDay: errors.notFound('day'),
  tooEarly: 'There is no data for this day',
  noSuchCinema: errors.notFound('cinema'),
  counted: 'Till count saved',
  amount: 'Enter an amount of ₦0 or more, with up to 2 decimals',
  code: errors.enter('an account code'),
  saved: 'Journal account codes saved',
  moment: 'as_of is a date and time with its time zone, such as 2026-11-21T18:30:00+01:00',
} as const

const COUNT_MOST = 1e10
/** Whether so many naira can have been counted in a till. */
export const isCount = (naira: number): boolean => naira >= 0 && naira <= COUNT_MOST && isHundredths(naira)
/** What is wrong with a count as it is typed. */
export const countProblem = (text: string): string | undefined =>
  typedProblem(text, { empty: '', wrong: (naira) => (isCount(naira) ? undefined : messages.amount) })

type Till = { name: string; cash: number; cashCounted: number | null; card: number; cardCounted: number | null }
/** What of a day does not add up, in words; in naira. Whoever closes it says why. A payout that is still to come is none. */
export function differencesIn({
  chain: { payout, difference },
  tills,
}: {
  chain: { payout: number; difference: number }
  tills: readonly Till[]
}): string[] {
  const text = (what: string, naira: number) =>
    Math.round(naira * 100) === 0 ? [] : [`${what} ${showNaira(Math.abs(naira))} ${naira < 0 ? 'short' : 'over'}`]
  return [
    ...(payout === 0 ? [] : text('the payout is', difference)),
    ...tills.flatMap(({ name, cash, cashCounted, card, cardCounted }) => [
      ...text(`cash at ${name} is`, cashCounted === null ? 0 : cashCounted - cash),
      ...text(`card payments at ${name} are`, cardCounted === null ? 0 : cardCounted - card),
    ]),
  ]
}
