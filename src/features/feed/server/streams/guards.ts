import { sql } from 'drizzle-orm'
import { showCount } from '#contract/counted.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { followedSince, unknownCinemas } from '#features/cinemas/server/public.ts'
import { unknownMovies } from '#features/movies/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { Line } from '../../lines-contract.ts'
import { usualAt, type Usual } from '../usual.ts'
import { held, type Outcome, type Taking } from './taking.ts'

type Purchase = Line<'purchases'>

/** Which purchases are held because they are not likely to be so, by their ids. */
export async function unlikely({ db, source }: Taking, lines: readonly Purchase[]): Promise<Map<string, Outcome>> {
  const found = new Map<string, Outcome>()
  const note = (line: Purchase, outcome: Outcome | undefined) => {
    if (outcome && !found.has(line.id)) found.set(line.id, outcome)
  }
  // What was sold before the schedule was followed may be of a cinema or film that is long gone.
  const since = await followedSince(db)
  const recent = since ? lines.filter(({ at }) => Date.parse(at) >= since.getTime()) : []
  if (recent.length) {
    const cinemas = await unknownCinemas(db, idsIn(recent.map((line) => line.cinema_id)))
    const movies = await unknownMovies(db, idsIn(recent.flatMap(({ lines }) => lines.map((line) => line.movie_id))))
    for (const line of recent) note(line, whatIsUnknown(line, cinemas, movies))
  }
  const usual = await usualAt(db, idsIn(lines.map((line) => line.cinema_id)))
  for (const line of lines) note(line, whatIsUnusual(line, usual))
  const paid = await paidWith(db, source, lines)
  for (const line of lines) {
    note(line, whatIsRepeated(line, paid))
    const { payment_reference: reference } = line
    if (reference && !found.has(line.id)) paid.set(reference, [...(paid.get(reference) ?? []), soldBy(line)])
  }
  return found
}

const idsIn = (ids: readonly (string | null | undefined)[]) => [...new Set(ids.filter((id) => id != null))]

function whatIsUnknown(line: Purchase, cinemas: ReadonlySet<string>, movies: ReadonlySet<string>) {
  if (line.cinema_id && cinemas.has(line.cinema_id))
    return held('unknown', `cinema_id is ${line.cinema_id}, which the point of sale does not have`)
  for (const [index, { movie_id: movie }] of line.lines.entries())
    if (movie && movies.has(movie))
      return held('unknown', `lines.${index}.movie_id is ${movie}, which the point of sale does not have`)
}

function whatIsUnusual({ cinema_id: cinema, channel, lines }: Purchase, usual: Usual): Outcome | undefined {
  for (const [index, { kind, quantity, amount }] of lines.entries()) {
    const most = usual(cinema ?? '', channel, kind)
    if (quantity > most.quantity)
      return held(
        'unusual',
        `lines.${index}.quantity is ${showCount(quantity)}; up to ${showCount(most.quantity)} ${kind}s are usual here`,
      )
    if (toKobo(amount) > most.unitKobo * quantity)
      return held(
        'unusual',
        `lines.${index}.amount is ${showNaira(amount)} for ${showCount(quantity)}; up to ${showNaira(toNaira(most.unitKobo))} each is usual here`,
      )
  }
}

/** Purchases of one payment are made within so long. */
const TOGETHER_MS = 60 * 60_000
const MINUTE_MS = 60_000
type SoldBy = { id: string; at: number; cinema: string | null; lines: string }

const linesOf = (lines: readonly { kind: string; quantity: number; kobo: number }[]) =>
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

/** What was sold before by the references of these, of the same sender. */
async function paidWith(db: Db, source: string, lines: readonly Purchase[]): Promise<Map<string, SoldBy[]>> {
  const references = idsIn(lines.map(({ payment_reference: reference }) => reference || null))
  if (!references.length) return new Map()
  const { rows } = await db.execute<{
    reference: string
    id: string
    at: string
    cinema: string | null
    lines: { kind: string; quantity: number; kobo: number }[]
  }>(sql`
    select p.payment_reference as reference, p.external_id as id, p.at, p.cinema_id as cinema, (
      select jsonb_agg(jsonb_build_object('kind', l.kind, 'quantity', l.quantity, 'kobo', l.kobo))
      from purchase_lines l where l.purchase_id = p.id) as lines
    from purchases p where p.source = ${source} and p.payment_reference = any(${listOf(references, 'text')})
    order by p.id limit 2000`)
  const sold = rows.map((row) => ({ ...row, at: Date.parse(row.at), lines: linesOf(row.lines ?? []) }))
  return Map.groupBy(sold, ({ reference }) => reference)
}

/** A reference is of one payment: not of a sale that is sent again under another id, nor of one at another time. */
function whatIsRepeated(line: Purchase, paid: ReadonlyMap<string, readonly SoldBy[]>): Outcome | undefined {
  const { payment_reference: reference } = line
  if (!reference) return
  const own = soldBy(line)
  const others = (paid.get(reference) ?? []).filter(({ id }) => id !== line.id)
  const minute = (at: number) => Math.floor(at / MINUTE_MS)
  const same = others.find(
    (one) => minute(one.at) === minute(own.at) && one.cinema === own.cinema && one.lines === own.lines,
  )
  if (same) return held('repeated', `payment_reference, at and lines are those of ${same.id}: it may be the same sale`)
  const far = others.find((one) => Math.abs(one.at - own.at) > TOGETHER_MS)
  if (far)
    return held(
      'repeated',
      `payment_reference is ${reference}, by which ${far.id} was paid at another time: a reference is of one payment`,
    )
}
