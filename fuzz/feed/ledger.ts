/**
 * What a program that sends one batch after another must be answered, line by line, and what then counts. Plain maps and
 * loops that share nothing with the product: docs/feed.md in other words.
 */
export type State = 'accepted' | 'duplicate' | 'pending' | 'quarantined' | 'rejected'
export type Stream =
  | 'customers'
  | 'subscriptions'
  | 'purchases'
  | 'refunds'
  | 'corrections'
  | 'redemptions'
  | 'visits'
  | 'reviews'
  | 'errors'
  | 'devices'

type SaleLine = {
  kind: string
  quantity: number
  amount: number
  discount?: number
  product?: string
  movie_id?: string
  show_at?: string
}
export type Sale = {
  id: string
  at: string
  channel: string
  cinema_id?: string
  customer_id?: string
  name?: string
  email?: string
  payment_reference?: string
  referral_code?: string
  lines: SaleLine[]
}
export type Refund = {
  id: string
  purchase_id: string
  at: string
  reason?: string
  lines: { kind: string; quantity: number; amount: number; show_at?: string }[]
}
export type Correction = {
  id: string
  at: string
  record_type: 'purchases' | 'refunds'
  line_id: string
  reason: string
  line?: Sale | Refund
}
export type Customer = { id: string; registered_at: string; at?: string; channel: string; default_cinema_id?: string }
export type Event = { id: string; customer_id: string; event: string; at: string; until?: string }
export type Redemption = {
  id: string
  at: string
  show_at?: string
  cinema_id?: string
  tickets: number
  by_subscription: boolean
  purchase_id?: string
}
export type Visit = { id: string; at: string; channel: string; count: number }
export type Review = { id: string; at: string; movie_id: string; liked: boolean }
export type Other = { id: string; at: string }

/** A line that is sent. `fault`: it has the wrong shape, or cannot be right whatever else was sent. */
export type SentRecord = { line: unknown; fault?: 'rejected' | 'quarantined'; lineFault?: true }

export type Sold = { line: Sale; refunds: string[] }
/** `shows`: off the show of which day each of its lines comes. */
export type Given = { line: Refund; shows: (string | null)[] }
export type QuarantinedRecord = { state: 'quarantined' | 'pending'; line: Sale | Refund }

/** Lagos is an hour ahead of UTC all year. */
export const dayOf = (at: string): string => new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 10)
export const kobo = (naira: number): number => Math.round(naira * 100)
export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + kobo(amount), 0)

const CLOCKS_MS = 5 * 60_000
const BASELINE = { quantity: 500, kobo: 100_000_000 }

export type Ledger = ReturnType<typeof ledgerOf>

export function ledgerOf({ cinemas, movies }: { cinemas: ReadonlySet<string>; movies: ReadonlySet<string> }) {
  const sales = new Map<string, Sold>()
  const refunds = new Map<string, Given>()
  /** The last word on lines that were corrected. */
  const verbs = new Map<string, 'void' | 'line'>()
  const quarantined = new Map<string, QuarantinedRecord>()
  const pending = new Map<string, Set<string>>()
  const corrections = new Set<string>()
  const customers = new Map<string, Customer & { reportedAt: number }>()
  const events = new Map<string, Event>()
  const redemptions = new Map<string, Redemption>()
  const visits = new Map<string, Visit>()
  const reviews = new Map<string, Review>()
  const errors = new Map<string, Other>()
  const devices = new Map<string, number>()

  const keep = (stream: 'purchases' | 'refunds', state: QuarantinedRecord['state'], line: Sale | Refund): State => {
    release(stream, line.id)
    quarantined.set(`${stream} ${line.id}`, { state, line })
    if (state === 'pending') {
      const { purchase_id: of } = line as Refund
      pending.set(of, (pending.get(of) ?? new Set()).add(line.id))
    }
    return state
  }
  const release = (stream: 'purchases' | 'refunds', id: string) => {
    const was = quarantined.get(`${stream} ${id}`)
    if (was?.state === 'pending') pending.get((was.line as Refund).purchase_id)?.delete(id)
    quarantined.delete(`${stream} ${id}`)
  }

  const isUnlikely = ({ cinema_id: cinema, lines }: Sale) =>
    (cinema !== undefined && !cinemas.has(cinema)) ||
    lines.some(
      ({ movie_id: movie, quantity, amount }) =>
        (movie !== undefined && !movies.has(movie)) ||
        quantity > BASELINE.quantity ||
        kobo(amount) > BASELINE.kobo * quantity,
    )

  /** What is left of a purchase, by kind. */
  function leftOf({ line, refunds: ids }: Sold): Map<string, { quantity: number; kobo: number }> {
    const left = new Map<string, { quantity: number; kobo: number }>()
    const add = (sign: number, lines: readonly { kind: string; quantity: number; amount: number }[]) => {
      for (const { kind, quantity, amount } of lines) {
        const sum = left.get(kind) ?? { quantity: 0, kobo: 0 }
        left.set(kind, { quantity: sum.quantity + sign * quantity, kobo: sum.kobo + sign * kobo(amount) })
      }
    }
    add(1, line.lines)
    for (const id of ids) add(-1, refunds.get(id)!.line.lines)
    return left
  }
  const showsOf = ({ lines }: Sale) =>
    lines.flatMap(({ kind, show_at: at }) => (kind === 'ticket' && at !== undefined ? [dayOf(at)] : []))

  function fits({ lines }: Refund, sold: Sold, shows: readonly (string | null | undefined)[]): boolean {
    const left = leftOf(sold)
    for (const [index, { kind, quantity, amount }] of lines.entries()) {
      const rest = left.get(kind)
      if (!rest || quantity > rest.quantity || kobo(amount) > rest.kobo) return false
      const show = shows[index]
      if (kind === 'ticket' && show && !showsOf(sold.line).includes(show)) return false
      rest.quantity -= quantity
      rest.kobo -= kobo(amount)
    }
    return true
  }
  const namedShows = ({ lines }: Refund) => lines.map(({ show_at: at }) => (at === undefined ? null : dayOf(at)))
  function give(line: Refund, sold: Sold, shows: readonly (string | null)[]) {
    const first = showsOf(sold.line)[0] ?? null
    refunds.set(line.id, {
      line,
      shows: line.lines.map(({ kind }, index) => shows[index] ?? (kind === 'ticket' ? first : null)),
    })
    sold.refunds.push(line.id)
  }
  /** @returns whether it counts from now on */
  function giveIfRight(line: Refund): boolean {
    const sold = sales.get(line.purchase_id)!
    if (Date.parse(line.at) < Date.parse(sold.line.at) - CLOCKS_MS) return false
    const shows = namedShows(line)
    if (!fits(line, sold, shows)) return false
    give(line, sold, shows)
    return true
  }
  function giveWaiting(purchase: string) {
    for (const id of [...(pending.get(purchase) ?? [])].toSorted()) {
      const line = quarantined.get(`refunds ${id}`)!.line as Refund
      const isSettled = refunds.has(id) || verbs.get(`refunds ${id}`) === 'void'
      if (!isSettled && !giveIfRight(line)) keep('refunds', 'quarantined', line)
      else release('refunds', id)
    }
  }
  const sameSale = (one: Sale, other: Sale) =>
    same(
      [one, other].map(({ at, channel, cinema_id, payment_reference, lines }) => [
        Date.parse(at),
        channel,
        cinema_id ?? null,
        payment_reference ?? null,
        lines.map(({ kind, quantity, amount, discount = 0 }) => [kind, quantity, kobo(amount), kobo(discount)]),
      ]),
    )
  const sameRefund = (one: Refund, other: Refund) =>
    same(
      [one, other].map(({ at, purchase_id, lines }) => [
        Date.parse(at),
        purchase_id,
        lines.map(({ kind, quantity, amount }) => [kind, quantity, kobo(amount)]),
      ]),
    )

  function sell(line: Sale): State {
    const word = verbs.get(`purchases ${line.id}`)
    if (word === 'void') return 'rejected'
    const before = sales.get(line.id)
    if (!before && isUnlikely(line)) return keep('purchases', 'quarantined', line)
    if (before && !sameSale(before.line, line) && !word) return keep('purchases', 'quarantined', line)
    release('purchases', line.id)
    if (before) return 'duplicate'
    sales.set(line.id, { line, refunds: [] })
    giveWaiting(line.id)
    return 'accepted'
  }
  function refund(line: Refund): State {
    const word = verbs.get(`refunds ${line.id}`)
    if (word === 'void') return 'rejected'
    if (!sales.has(line.purchase_id)) return keep('refunds', 'pending', line)
    const before = refunds.get(line.id)
    if (before) {
      if (!sameRefund(before.line, line) && !word) return keep('refunds', 'quarantined', line)
      release('refunds', line.id)
      return 'duplicate'
    }
    if (!giveIfRight(line)) return keep('refunds', 'quarantined', line)
    release('refunds', line.id)
    return 'accepted'
  }

  function correct({ line, lineFault }: { line: Correction; lineFault?: true | undefined }): State {
    if (corrections.has(line.id)) return 'duplicate'
    if (lineFault || (line.line && line.line.id !== line.line_id)) return 'rejected'
    const isDone = line.record_type === 'purchases' ? correctSale(line) : correctRefund(line)
    if (!isDone) return 'rejected'
    corrections.add(line.id)
    verbs.set(`${line.record_type} ${line.line_id}`, line.line ? 'line' : 'void')
    if (line.record_type === 'purchases' && line.line) giveWaiting(line.line_id)
    return 'accepted'
  }
  function correctSale({ line_id: id, line }: Correction): boolean {
    const now = line as Sale | undefined
    const before = sales.get(id)
    if (!before && !(now && verbs.get(`purchases ${id}`) === 'void')) return false
    if (now && (isUnlikely(now) || (before && same([complete(before.line), complete(now)])))) return false
    if (!now) {
      if (before!.refunds.length) return false
      sales.delete(id)
      return true
    }
    const after: Sold = { line: now, refunds: [] }
    const given = (before?.refunds ?? []).map((one) => refunds.get(one)!)
    const first = before && showsOf(before.line)[0]
    for (const { line: back, shows } of given) {
      // Those of the first show, named or not, are of what is the first now.
      if (!fits(back, after, [])) {
        after.refunds.length = 0
        for (const one of given) refunds.set(one.line.id, one)
        return false
      }
      const rescheduled = shows.map((show) => (show && show !== first && showsOf(now).includes(show) ? show : null))
      give(back, after, rescheduled)
    }
    sales.set(id, after)
    return true
  }
  function correctRefund({ line_id: id, line }: Correction): boolean {
    const now = line as Refund | undefined
    const before = refunds.get(id)
    if (!before && !(now && verbs.get(`refunds ${id}`) === 'void')) return false
    if (now && before && same([completeRefund(before.line, false), completeRefund(now, true)])) return false
    const of = before && sales.get(before.line.purchase_id)!
    const place = of?.refunds.indexOf(id) ?? -1
    if (of) of.refunds.splice(place, 1)
    refunds.delete(id)
    if (!now) return true
    if (sales.has(now.purchase_id) && giveIfRight(now)) return true
    if (of && before) {
      of.refunds.splice(place, 0, id)
      refunds.set(id, before)
    }
    return false
  }

  const once = <T extends { id: string }>(known: Map<string, T>, line: T): State => {
    if (known.has(line.id)) return 'duplicate'
    known.set(line.id, line)
    return 'accepted'
  }
  function register(line: Customer): State {
    const reportedAt = Date.parse(line.at ?? line.registered_at)
    const before = customers.get(line.id)
    if (before && reportedAt <= before.reportedAt) return 'duplicate'
    const home = line.default_cinema_id ?? before?.default_cinema_id
    customers.set(line.id, { ...line, reportedAt, ...(home !== undefined && { default_cinema_id: home }) })
    return 'accepted'
  }
  function device({ id, at }: Other): State {
    if (Date.parse(at) <= (devices.get(id) ?? Number.NEGATIVE_INFINITY)) return 'duplicate'
    devices.set(id, Date.parse(at))
    return 'accepted'
  }

  function take(stream: Stream, { line, fault, lineFault }: SentRecord): State {
    if (fault === 'rejected') return 'rejected'
    if (fault === 'quarantined') return keep(stream as 'purchases', 'quarantined', line as Sale)
    switch (stream) {
      case 'customers':
        return register(line as Customer)
      case 'subscriptions':
        return once(events, line as Event)
      case 'purchases':
        return sell(line as Sale)
      case 'refunds':
        return refund(line as Refund)
      case 'corrections':
        return correct({ line: line as Correction, lineFault })
      case 'redemptions':
        return once(redemptions, line as Redemption)
      case 'visits':
        return once(visits, line as Visit)
      case 'reviews':
        return movies.has((line as Review).movie_id) ? once(reviews, line as Review) : 'rejected'
      case 'errors':
        return once(errors, line as Other)
      case 'devices':
        return device(line as Other)
    }
  }

  return {
    take,
    leftOf,
    sales,
    refunds,
    terms: verbs,
    quarantined: quarantined,
    pending,
    corrections,
    customers,
    events,
    redemptions,
    visits,
    reviews,
    errors,
    devices,
  }
}

const same = ([one, other]: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other)
/** Every field of a purchase. */
const complete = ({ at, lines, ...sale }: Sale) => [
  Date.parse(at),
  [
    sale.channel,
    sale.cinema_id,
    sale.customer_id,
    sale.name,
    sale.email,
    sale.payment_reference,
    sale.referral_code,
  ].map((value) => value ?? ''),
  lines.map(({ kind, quantity, amount, discount = 0, product = '', movie_id: movie = '', show_at: show = '' }) => [
    kind,
    quantity,
    kobo(amount),
    kobo(discount),
    product,
    movie,
    show,
  ]),
]
/** What is kept of a refund is the day of its show, and not the show: one that names it is another. */
const completeRefund = ({ at, purchase_id: of, reason = '', lines }: Refund, isNew: boolean) => [
  Date.parse(at),
  of,
  reason,
  lines.map(({ kind, quantity, amount, show_at: show }) => [kind, quantity, kobo(amount), isNew ? (show ?? '') : '']),
]
