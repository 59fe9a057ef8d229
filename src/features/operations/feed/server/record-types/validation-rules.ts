import { showCount } from '#contract/counted.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { followedSince, unknownCinemas } from '#features/programming/cinemas/server/public.ts'
import { unknownMovies } from '#features/programming/movies/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { FeedRecord } from '../../records-contract.ts'
import { priceBaselineAt, type PriceBaseline } from '../price-baselines.ts'
import { wrongContact } from './contacts.ts'
import { quarantined, type Outcome, type IngestContext } from './ingest-context.ts'
import { json, orNull, query, text } from '#server/db/query.ts'

type Purchase = FeedRecord<'purchases'>

/** Returns the unlikely purchases by id, with the result of each. */
export async function unlikely(
  { db, source }: IngestContext,
  lines: readonly Purchase[],
): Promise<Map<string, Outcome>> {
  const found = new Map<string, Outcome>()
  const note = (line: Purchase, outcome: Outcome | undefined) => {
    if (outcome && !found.has(line.id)) found.set(line.id, outcome)
  }
  // Older sales may refer to cinemas and movies that were removed.
  const since = await followedSince(db)
  const isOld = ({ at }: Purchase) => since !== null && Date.parse(at) < since.getTime()
  const recent = since ? lines.filter((line) => !isOld(line)) : []
  if (recent.length) {
    const cinemas = await unknownCinemas(db, idsIn(recent.map((line) => line.cinema_id)))
    const movies = await unknownMovies(db, idsIn(recent.flatMap(({ lines }) => lines.map((line) => line.movie_id))))
    for (const line of recent) note(line, whatIsUnknown(line, cinemas, movies))
  }
  const baseline = await priceBaselineAt(db, idsIn(lines.map((line) => line.cinema_id)))
  for (const line of lines) note(line, whatIsUnusual(line, baseline))
  // Older sales have contact details from before these checks.
  for (const line of lines) {
    const wrong = isOld(line) ? undefined : wrongContact(line)
    if (wrong) note(line, quarantined('contact', wrong))
  }
  const { keys, paid } = await paidWith(db, source, lines)
  for (const line of lines) {
    const key = keys.get(line.id)
    if (key === undefined) continue
    const others = paid.get(key) ?? []
    note(line, whatIsRepeated(line, others))
    if (!found.has(line.id)) paid.set(key, [...others, soldBy(line)])
  }
  return found
}

const idsIn = (ids: readonly (string | null | undefined)[]) => [...new Set(ids.filter((id) => id != null))]

function whatIsUnknown(line: Purchase, cinemas: ReadonlySet<string>, movies: ReadonlySet<string>) {
  if (line.cinema_id && cinemas.has(line.cinema_id))
    return quarantined('unknown', `cinema_id ${line.cinema_id} is not in the point of sale`)
  for (const [index, { movie_id: movie }] of line.lines.entries())
    if (movie && movies.has(movie))
      return quarantined('unknown', `lines.${index}.movie_id ${movie} is not in the point of sale`)
}

function whatIsUnusual({ cinema_id: cinema, channel, lines }: Purchase, baseline: PriceBaseline): Outcome | undefined {
  for (const [index, { kind, quantity, amount }] of lines.entries()) {
    const most = baseline(cinema ?? '', channel, kind)
    if (quantity > most.quantity)
      return quarantined(
        'unusual',
        `lines.${index}.quantity ${showCount(quantity)} is above the usual maximum of ${showCount(most.quantity)} ${kind}s`,
      )
    if (toKobo(amount) > most.unitKobo * quantity)
      return quarantined(
        'unusual',
        `lines.${index}.amount ${showNaira(amount)} for ${showCount(quantity)} is above the usual maximum of ${showNaira(toNaira(most.unitKobo))} each`,
      )
  }
}

/** Maximum time between purchases of one payment. */
const TOGETHER_MS = 60 * 60_000
const MINUTE_MS = 60_000
type SoldBy = { id: string; at: number; cinema: string | null; lines: string }
type Part = { kind: string; quantity: number; kobo: number }

const linesOf = (lines: readonly Part[]) =>
  lines
    .map(({ kind, quantity, kobo }) => `${kind} ${quantity} ${kobo}`)
    .toSorted()
    .join()
const soldBy = ({ id, at, cinema_id: cinema, lines }: Purchase): SoldBy => ({
  id,
  at: Date.parse(at),
  cinema: cinema ?? null,
  lines: linesOf(lines.map(({ kind, quantity, amount }) => ({ kind, quantity, kobo: toKobo(amount) }))),
})

/** Maximum number of compared sales per payment. */
const MOST_COMPARED = 100

/**
 * Finds earlier sales of the sender with the same payment references. A provider's reference is of one payment.
 * References from tills may repeat, so only sales of the same time are compared.
 * @returns `keys`: the key of each record by its id; `paid`: the earlier sales of each key
 */
async function paidWith(db: Db, source: string, lines: readonly Purchase[]) {
  const sales = lines
    .filter(({ payment_reference: reference }) => reference)
    .map(({ id, at, channel, payment_reference: reference, payment_method: method }) => {
      return { id, at, channel, reference, method }
    })
  const keys = new Map<string, string>()
  const paid = new Map<string, SoldBy[]>()
  if (!sales.length) return { keys, paid }
  const { rows: keyed } = await query(db, { id: text, reference: text, moment: orNull(text), key: text })`
    select x.id, x.reference, m.moment, concat_ws(' at ', x.reference, m.moment) as key
    from ${rowsOf(sales, 'id text, at timestamptz, channel text, reference text, method text')}
      cross join lateral (
        select case when paid_by(${source}, x.reference, x.channel, x.method) <> 'provider' then x.at end as moment
      ) m`
  for (const { id, key } of keyed) keys.set(id, key)
  const { rows } = await query(db, {
    key: text,
    id: text,
    at: text,
    cinema: orNull(text),
    lines: orNull(json<Part[]>()),
  })`
    select x.key, p.* from ${rowsOf([...new Map(keyed.map((one) => [one.key, one])).values()], 'key text, reference text, moment timestamptz')}
      cross join lateral (
        select p.external_id as id, p.at, p.cinema_id as cinema, (
          select jsonb_agg(jsonb_build_object('kind', l.kind, 'quantity', l.quantity, 'kobo', l.kobo))
          from purchase_lines l where l.purchase_id = p.id) as lines
        from purchases p
        where p.source = ${source} and p.payment_reference = x.reference
          and p.at between coalesce(x.moment, '-infinity') and coalesce(x.moment, 'infinity')
        order by p.at, p.id limit ${MOST_COMPARED}
      ) p`
  for (const { key, at, lines, ...row } of rows)
    paid.set(key, [...(paid.get(key) ?? []), { ...row, at: Date.parse(at), lines: linesOf(lines ?? []) }])
  return { keys, paid }
}

/**
 * Quarantines a sale whose payment reference is used: by the same sale under another id, or by a sale at another time.
 */
function whatIsRepeated(line: Purchase, paid: readonly SoldBy[]): Outcome | undefined {
  const own = soldBy(line)
  const others = paid.filter(({ id }) => id !== line.id)
  const minute = (at: number) => Math.floor(at / MINUTE_MS)
  const same = others.find(
    (one) => minute(one.at) === minute(own.at) && one.cinema === own.cinema && one.lines === own.lines,
  )
  if (same)
    return quarantined(
      'repeated',
      `payment_reference, at and lines are the same as in ${same.id}, so this may be the same sale`,
    )
  const far = others.find((one) => Math.abs(one.at - own.at) > TOGETHER_MS)
  if (far)
    return quarantined(
      'repeated',
      `payment_reference ${line.payment_reference} paid for ${far.id} at another time, and a reference is for one payment`,
    )
}
