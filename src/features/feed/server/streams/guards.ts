import { showCount } from '#contract/counted.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { followedSince, unknownCinemas } from '#features/cinemas/server/public.ts'
import { unknownMovies } from '#features/movies/server/public.ts'
import type { Line } from '../../lines-contract.ts'
import { usualAt, type Usual } from '../usual.ts'
import { held, type Outcome, type Taking } from './taking.ts'

type Purchase = Line<'purchases'>

/** Which purchases are held because they are not likely to be so, by their ids. */
export async function unlikely({ db }: Taking, lines: readonly Purchase[]): Promise<Map<string, Outcome>> {
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
