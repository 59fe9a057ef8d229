import { toKobo } from '#contract/money.ts'
import { typedNumber } from '#contract/typed-number.ts'
import { invalid, Refusal } from '#server/http/problem.ts'
import type { EventPayload } from '../contract.ts'
import { apart, eventProblems, fromTyped, isUnfilled, messages, MOST_LINES, MOST_OF_ONE } from '../rules.ts'
import type { ConcessionLine, Entered, MovieLine } from './store.ts'

/** What a payload asks for, before it is looked up. */
export type Wanted = {
  entered: Entered
  /** YYYY-MM-DD as typed. */
  day: string
  movies: Pick<MovieLine, 'movieId' | 'showtimeId' | 'ticketId'>[]
  concessions: ConcessionLine[]
}

/** @throws 422 with every field that is missing or breaks a rule, and when lists do not fit each other */
export function wantedOf(body: EventPayload): Wanted {
  const movies = movieLines(body)
  const { day, clock } = body.date ? fromTyped(body.date) : { day: '', clock: '' }
  const fields = {
    name: body.name ?? '',
    event_category: body.event_category ?? '',
    image: body.image ?? '',
    cinema_id: body.cinema_id ?? '',
    date: day,
    // They are sent as one.
    time: day && clock,
    description: body.description ?? '',
    price: String(body.price ?? ''),
  }
  const { movies: noMovie, time: _time, ...problems } = eventProblems(fields, movies.length)
  const found: Record<string, string> = { ...problems, ...(noMovie && { movie_ids: noMovie }) }
  if (Object.keys(found).length) throw refused(found)
  return {
    entered: {
      name: fields.name,
      description: fields.description,
      category: fields.event_category,
      image: fields.image,
      cinemaId: fields.cinema_id,
      startsAt: new Date(body.date!),
      kobo: toKobo(typedNumber(fields.price)),
    },
    day,
    movies,
    concessions: concessionLines(body),
  }
}

/** One entry a field; as a whole it says that the form is to be filled, where something is missing. */
function refused(problems: Record<string, string>): Refusal {
  const refusal = invalid(problems)
  return isUnfilled(problems) ? new Refusal(422, messages.fill, { errors: refusal.errors }) : refusal
}

function movieLines({ movie_ids, showtime_ids, ticket_ids }: EventPayload): Wanted['movies'] {
  const [movies, showtimes, tickets] = [movie_ids, showtime_ids, ticket_ids].map((ids) => apart(ids ?? ''))
  const lists = [movies!, showtimes!, tickets!]
  const isAligned = lists.every((list) => list.length === movies!.length && !list.includes(''))
  if (!isAligned) throw invalid({ showtime_ids: messages.unaligned })
  if (movies!.length > MOST_LINES) throw invalid({ movie_ids: messages.tooMany })
  const lines = movies!.map((movieId, at) => ({ movieId, showtimeId: showtimes![at]!, ticketId: tickets![at]! }))
  if (new Set(lines.map((line) => JSON.stringify([line.showtimeId, line.ticketId]))).size < lines.length)
    throw invalid({ showtime_ids: messages.twice })
  return lines
}

/** A line at 0 is no line (operations 5). */
function concessionLines({ concession_ids, concession_quantities }: EventPayload): ConcessionLine[] {
  const products = apart(concession_ids ?? '')
  const quantities = apart(concession_quantities ?? '')
  if (products.length !== quantities.length || products.includes(''))
    throw invalid({ concession_quantities: messages.unalignedConcessions })
  if (products.length > MOST_LINES) throw invalid({ concession_ids: messages.tooMany })
  if (!quantities.every((text) => /^\d+$/.test(text))) throw invalid({ concession_quantities: messages.quantity })
  if (quantities.some((text) => Number(text) > MOST_OF_ONE))
    throw invalid({ concession_quantities: messages.quantityMost })
  if (new Set(products).size < products.length) throw invalid({ concession_ids: messages.productTwice })
  return products
    .map((rosettaId, at) => ({ rosettaId, quantity: Number(quantities[at]) }))
    .filter(({ quantity }) => quantity > 0)
}
