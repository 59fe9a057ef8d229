/** What a program of one source sends, by chance: right lines, wrong ones, the same again, the same with other content. */
import type { Chance } from '../chance.ts'
import type {
  Correction,
  Customer,
  Event,
  Ledger,
  Redemption,
  Refund,
  Review,
  Sale,
  Stream,
  SentRecord,
  Visit,
} from './ledger.ts'

export type Batch = { stream: Stream; records: SentRecord[] }
export type Chain = { cinemas: readonly string[]; movies: readonly string[] }

const MINUTE = 60_000
const DAY = 86_400_000
/** Of what happened in the last weeks the product learns what is usual. */
const [NEWEST, OLDEST] = [30, 400]
const SIZES = [1, 5, 20, 60, 150, 400, 1000]
const WEIGHTS: readonly [Stream, number][] = [
  ['purchases', 44],
  ['refunds', 16],
  ['corrections', 4],
  ['redemptions', 10],
  ['visits', 8],
  ['customers', 8],
  ['subscriptions', 4],
  ['reviews', 2],
  ['errors', 2],
  ['devices', 2],
]
/** Each of them is decided by itself, with all that follows from it. */
const MOST_CORRECTIONS = 20
const STORED_BATCHES = 30

export function recordSenderOf(source: string, chance: Chance, ledger: Ledger, { cinemas, movies }: Chain) {
  const { pick, int, happens } = chance
  const ids = new Map<Stream, string[]>()
  const idsOf = (stream: Stream) => ids.get(stream) ?? ids.set(stream, []).get(stream)!
  const newId = (stream: Stream) => {
    const id = `${stream.slice(0, 3)}-${idsOf(stream).length}`
    idsOf(stream).push(id)
    return id
  }
  const sent = new Map<Stream, SentRecord[]>()
  const batches: Batch[] = []
  /** Purchases of which a refund was sent already. */
  let later: Sale[] = []
  /** No two events of one customer are at the same moment. */
  const now = Date.now()
  const ago = () => new Date(now - int(NEWEST * DAY, OLDEST * DAY)).toISOString()
  const after = (at: string, most: number) => new Date(Date.parse(at) + int(0, most)).toISOString()
  const customer = () => `cus-${int(0, 400)}`
  const maybe = <T extends object>(probability: number, fields: () => T): Partial<T> =>
    happens(probability) ? fields() : {}
  const naira = (least: number, most: number) => int(least * 100, most * 100) / 100

  function sale(id: string): Sale {
    const at = ago()
    return {
      id,
      at,
      channel: pick(['web', 'mobile', 'not_specified']),
      ...maybe(0.9, () => ({ cinema_id: pick(cinemas) })),
      ...maybe(0.45, () => ({ customer_id: customer() })),
      ...maybe(0.5, () => ({ name: chance.chars(6), email: `g${int(0, 250)}@mail.example` })),
      ...maybe(0.7, () => ({ payment_reference: `FLW-${id}-${int(0, 4000)}` })),
      ...maybe(0.2, () => ({ referral_code: pick(['ADA', 'ada', 'BOLA', 'chi-2']) })),
      lines: Array.from({ length: int(1, 3) }, () => {
        const kind = pick(['ticket', 'ticket', 'ticket', 'concession', 'concession', 'subscription'])
        const quantity = int(1, 6)
        const line = { kind, quantity, amount: naira(1, 9000 * quantity) }
        if (kind !== 'ticket')
          return { ...line, ...maybe(0.3, () => ({ discount: naira(1, 500) })), product: 'Popcorn' }
        return {
          ...line,
          ...maybe(0.9, () => ({ movie_id: pick(movies) })),
          ...maybe(0.8, () => ({ show_at: after(at, 7 * DAY) })),
          ...maybe(0.6, () => ({
            seats: Array.from({ length: int(1, quantity) }, (_, n) => `${pick('ABCDEFGH'.split(''))}${n + 1}`),
          })),
        }
      }),
    }
  }
  /** Of a purchase, within what was bought more often than not. */
  function refundOf(of: Sale, id: string): Refund {
    const sold = ledger.sales.get(of.id)
    const line = pick(of.lines)
    const left = sold ? ledger.leftOf(sold).get(line.kind) : undefined
    const most = left ?? { quantity: line.quantity, kobo: line.amount * 100 }
    const isAll = happens(0.2)
    const quantity = isAll ? Math.max(0, most.quantity) : int(0, Math.max(0, Math.min(line.quantity, most.quantity)))
    const amount = (isAll ? Math.max(0, Math.round(most.kobo)) : int(0, Math.max(0, Math.round(most.kobo)))) / 100
    const back: Refund = {
      id,
      purchase_id: of.id,
      at: after(of.at, 20 * DAY),
      ...maybe(0.4, () => ({ reason: 'Show cancelled' })),
      lines: [
        {
          kind: line.kind,
          quantity,
          amount,
          ...(line.kind === 'ticket' && line.show_at !== undefined && maybe(0.5, () => ({ show_at: line.show_at! }))),
        },
      ],
    }
    if (happens(0.88)) return back
    const [first] = back.lines as [Refund['lines'][number]]
    return pick([
      () => ({ ...back, lines: [{ ...first, quantity: first.quantity + 7 }] }),
      () => ({ ...back, lines: [{ ...first, amount: first.amount + 100_000 }] }),
      () => ({ ...back, lines: [{ ...first, kind: pick(['ticket', 'concession', 'subscription']) }] }),
      () => ({ ...back, at: new Date(Date.parse(of.at) - 10 * MINUTE).toISOString() }),
      () => ({ ...back, lines: [first, first] }),
      () => ({ ...back, lines: [{ ...first, show_at: after(of.at, 30 * DAY) }] }),
    ])()
  }

  /** A line that no stream takes, made of one that its stream does. */
  function misshapen(stream: Stream, line: { id: string }): unknown {
    const first = 'lines' in line ? (line.lines as object[])[0] : undefined
    const everywhere = [
      () => ({
        ...line,
        [stream === 'customers' ? 'registered_at' : 'at']: pick([
          'yesterday',
          '2026-01-01',
          7,
          null,
          '2014-12-31T10:00:00',
          '1949-01-01T00:00:00Z',
        ]),
      }),
      () => ({ ...line, id: pick([7, '', ' ', null, 'x'.repeat(101)]) }),
      () => pick<unknown>([42, null, 'purchase', [line], true, {}]),
    ]
    const wrong = (more: object) => () => ({ ...line, lines: [{ ...first, ...more }] })
    const ofLines = first
      ? [
          () => ({ ...line, lines: pick<unknown>([[], {}, 'none', null]) }),
          () => ({ ...line, currency: pick<unknown>(['naira', 5, '€']) }),
          wrong({ amount: pick<unknown>([-1, 'much', 1.005, 1e11, null]) }),
          wrong({ quantity: pick<unknown>([-1, 1.5, 'two', 100_001]) }),
          wrong({ kind: pick<unknown>(['popcorn', null, 7]) }),
        ]
      : []
    return pick([...everywhere, ...ofLines])()
  }
  const ahead = () => new Date(Date.now() + int(2, 60) * DAY).toISOString()

  function good(stream: Stream): { id: string } {
    const id = newId(stream)
    switch (stream) {
      case 'purchases':
        return later.length && happens(0.3) ? later.splice(int(0, later.length - 1), 1)[0]! : sale(id)
      case 'refunds': {
        const known = idsOf('purchases')
        const of = known.length ? ledger.sales.get(pick(known)) : undefined
        if (of && happens(0.85)) return refundOf(of.line, id)
        // One that is on its way.
        const ahead = later.length && happens(0.3) ? pick(later) : sale(newId('purchases'))
        if (!later.includes(ahead)) later.push(ahead)
        return refundOf(ahead, id)
      }
      case 'corrections':
        return correction(id)
      case 'customers':
        return {
          id: customer(),
          first_name: chance.chars(5),
          registered_at: ago(),
          channel: pick(['web', 'mobile', 'not_specified']),
          ...maybe(0.5, () => ({ at: ago() })),
          ...maybe(0.4, () => ({ default_cinema_id: pick(cinemas) })),
        } as Customer
      case 'subscriptions': {
        const at = ago()
        const event = pick(['start', 'renewal', 'end'])
        const more = {
          until: new Date(Date.parse(at) + int(1, 60) * DAY).toISOString(),
          plan: pick(['Solo', 'Duo']),
          monthly_price: 5000,
          tickets: 4,
        }
        return { id, customer_id: customer(), event, at, ...(event !== 'end' && more) } as Event
      }
      case 'redemptions': {
        const at = ago()
        return {
          id,
          at,
          tickets: int(1, 6),
          by_subscription: happens(0.4),
          ...maybe(0.5, () => ({ show_at: after(at, DAY) })),
          ...maybe(0.8, () => ({
            cinema_id: pick(cinemas),
            // Of a purchase that was sent before, or that may be sent later.
            ...maybe(0.6, () => ({ purchase_id: `pur-${int(0, idsOf('purchases').length + 20)}` })),
          })),
          ...maybe(0.4, () => ({ customer_id: customer() })),
        } as Redemption
      }
      case 'visits':
        return { id, at: ago(), channel: pick(['web', 'mobile']), count: int(1, 900) } as Visit
      case 'reviews':
        return {
          id,
          at: ago(),
          movie_id: pick([...movies, ...movies, 'HO-NONE']),
          liked: happens(0.6),
          name: 'Ada',
        } as Review
      case 'errors':
        return { id, at: ago(), message: `Cannot read ${pick(['seats', 'price', 'card'])}`, channel: 'web' } as
          | Visit
          | { id: string }
      case 'devices':
        return {
          id: `dev-${int(0, 60)}`,
          at: ago(),
          platform: pick(['android', 'ios', 'web']),
          token: `${source}-${chance.chars(12)}`,
        } as { id: string }
    }
  }

  function correction(id: string): Correction {
    const stream = happens(0.75) ? 'purchases' : 'refunds'
    const known = idsOf(stream)
    const lineId = known.length && happens(0.95) ? pick(known) : 'unknown'
    const base = { id, at: ago(), record_type: stream, line_id: lineId, reason: 'Typed wrongly' } as const
    if (happens(0.35)) return base
    if (stream === 'purchases') {
      const is = ledger.sales.get(lineId)
      if (is && happens(0.15)) return { ...base, line: is.line }
      if (is && happens(0.3))
        return { ...base, line: { ...is.line, at: ago(), cinema_id: pick(cinemas), channel: 'mobile' } }
      return { ...base, line: sale(happens(0.97) ? lineId : 'another') }
    }
    const is = ledger.refunds.get(lineId)
    if (is && happens(0.1)) return { ...base, line: is.line }
    const of = ledger.sales.get(is && happens(0.8) ? is.line.purchase_id : pick([...idsOf('purchases'), 'none']))
    return { ...base, line: refundOf(of?.line ?? sale('none'), lineId) }
  }

  /** The same id with other content. */
  function changed(stream: Stream, { line }: SentRecord): SentRecord {
    const was = line as Sale
    if (stream !== 'purchases' && stream !== 'refunds') return { line: { ...was, at: ago() } }
    const [first, ...rest] = was.lines
    return {
      line: pick([
        () => ({ ...was, at: after(was.at, MINUTE) }),
        () => ({ ...was, lines: [{ ...first, amount: first!.amount + 1 }, ...rest] }),
        () => ({ ...was, lines: [{ ...first, quantity: first!.quantity + 1 }, ...rest] }),
        () =>
          stream === 'purchases'
            ? { ...was, channel: pick(['web', 'mobile', 'not_specified']) }
            : { ...was, purchase_id: pick([...idsOf('purchases'), 'none']) },
      ])(),
    }
  }

  /** @param isFresh none that was sent before */
  function one(stream: Stream, isFresh = false): SentRecord {
    const before = isFresh ? undefined : sent.get(stream)
    if (before?.length && happens(0.1)) return pick(before)
    if (before?.length && stream !== 'corrections' && stream !== 'subscriptions' && happens(0.05))
      return changed(stream, pick(before))
    const line = good(stream)
    if (!isFresh && happens(0.04)) return { line: misshapen(stream, line), fault: 'rejected' }
    const isGuarded = stream === 'purchases' || stream === 'refunds'
    if (!isFresh && happens(0.02) && stream !== 'subscriptions') {
      const late = stream === 'customers' ? { registered_at: ahead() } : { at: ahead() }
      return { line: { ...line, ...late }, fault: isGuarded ? 'quarantined' : 'rejected' }
    }
    if (isGuarded && happens(0.02))
      return { line: { ...line, currency: pick(['USD', 'gbp', 'XOF']) }, fault: 'quarantined' }
    if (stream === 'purchases' && happens(0.05)) return { line: unlikely(line as Sale) }
    if (stream === 'corrections' && (line as Correction).line && happens(0.1)) {
      const wrong = pick<object>([{ at: ahead() }, { currency: 'USD' }, { lines: [] }, { at: 'today' }])
      return { line: { ...line, line: { ...(line as Correction).line, ...wrong } }, lineFault: true }
    }
    return { line }
  }
  const unlikely = (line: Sale): Sale => {
    const [first, ...rest] = line.lines as [Sale['lines'][number], ...Sale['lines']]
    return pick([
      () => ({ ...line, cinema_id: 'NONE' }),
      () => ({ ...line, lines: [{ ...first, movie_id: 'HO-NONE' }, ...rest] }),
      () => ({ ...line, lines: [...rest, { ...first, quantity: 501 }] }),
      () => ({ ...line, lines: [...rest, { ...first, amount: 1_000_000.01 * first.quantity + 1 }] }),
    ])()
  }

  const shuffled = <T>(list: readonly T[]): T[] => {
    const left = [...list]
    return Array.from(list, () => left.splice(int(0, left.length - 1), 1)[0]!)
  }
  const streamOf = (): Stream => {
    let place = int(
      1,
      WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0),
    )
    return WEIGHTS.find(([, weight]) => (place -= weight) <= 0)![0]
  }
  function note({ stream, records }: Batch) {
    const known = sent.get(stream) ?? []
    for (const each of records) {
      if (each.fault || each.lineFault) continue
      // Chance decides which are remembered of many.
      if (known.length < 3000) known.push(each)
      else known[int(0, known.length - 1)] = each
    }
    sent.set(stream, known)
  }

  return {
    one,
    /** @param most lines */
    next(most: number): Batch {
      if (batches.length && happens(0.05)) {
        const again = pick(batches)
        return { stream: again.stream, records: happens(0.5) ? again.records : shuffled(again.records) }
      }
      const stream = streamOf()
      const size = Math.min(most, pick(SIZES), stream === 'corrections' ? MOST_CORRECTIONS : Infinity)
      const records = Array.from({ length: size }, () => one(stream))
      // Some lines twice in one batch, and some that were mended at once.
      const more = records
        .filter(() => happens(0.03))
        .map((each) =>
          happens(0.6) || each.fault || stream === 'corrections' || stream === 'subscriptions'
            ? each
            : changed(stream, each),
        )
      const batch = {
        stream,
        records: more.length
          ? shuffled([
              ...records,
              ...more.map(({ line, fault, lineFault }) => ({
                line,
                ...(fault && { fault }),
                ...(lineFault && { lineFault }),
              })),
            ])
          : records,
      }
      note(batch)
      batches[batches.length < STORED_BATCHES ? batches.length : int(0, STORED_BATCHES - 1)] = batch
      return batch
    },
    /** The purchases for which refunds still wait. */
    rest(): Batch[] {
      const records = later.map((line) => ({ line }))
      later = []
      const others = [...ledger.pending]
        .filter(([id, refunds]) => refunds.size && !records.some(({ line }) => line.id === id))
        .map(([id]) => ({ line: sale(id) }))
      return records.length + others.length ? [{ stream: 'purchases', records: [...records, ...others] }] : []
    },
  }
}
