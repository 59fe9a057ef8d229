import { dayOf } from '#contract/time.ts'
import { openCinemas } from '#features/programming/cinemas/server/public.ts'
import { menuProducts } from '#features/counter/concessions/server/public.ts'
import type { App } from '#server/app.ts'
import { conflict, invalid } from '#server/http/problem.ts'
import type { PosTicketType } from '#server/integrations/pos/port.ts'
import { fromTyped, messages } from '../rules.ts'
import type { Wanted } from './input.ts'
import { showtimesOf, type ConcessionLine, type Lines, type MovieLine, type Stored } from './store.ts'

/** What an event had before it is changed. */
export type Before = { event: Stored; lines: Lines }

/**
 * The lines that are wanted, looked up: showtimes of the cinema on the event's date with seats, tickets of the point of
 * sale, products that the cinema sells. What the event had stands although it is sold out or gone since.
 * @throws 422 for what there is not; IntegrationError where the point of sale does not tell
 */
export async function lookUp(app: App, wanted: Wanted, before: Before | undefined): Promise<Lines> {
  const had = before?.event.cinemaId === wanted.entered.cinemaId ? before : undefined
  if (!had) await refuseClosed(app, wanted.entered.cinemaId)
  return {
    movies: await moviesOf(app, wanted, had),
    concessions: await concessionsOf(app, wanted, had?.lines.concessions ?? []),
  }
}

async function refuseClosed({ db }: App, cinemaId: string) {
  const isOpen = (await openCinemas(db)).some(({ cinemas }) => cinemas.some(({ id }) => id === cinemaId))
  if (!isOpen) throw invalid({ cinema_id: messages.noCinema })
}

async function moviesOf(app: App, { entered, day, movies }: Wanted, had: Before | undefined): Promise<MovieLine[]> {
  const isSameDay = had && fromTyped(had.event.startsAt.toISOString()).day === day
  const standing = (isSameDay && had.lines.movies) || []
  const known = movies.map((line) =>
    standing.find(
      (one) => one.showtimeId === line.showtimeId && one.ticketId === line.ticketId && one.movieId === line.movieId,
    ),
  )
  const fresh = movies.filter((_, at) => !known[at])
  const ids = fresh.map(({ showtimeId }) => showtimeId)
  const showtimes = new Map((await showtimesOf(app.db, entered.cinemaId, { ids })).map((one) => [one.id, one]))
  for (const { movieId, showtimeId } of fresh) {
    const showtime = showtimes.get(showtimeId)
    if (!showtime) throw invalid({ showtime_ids: messages.noShowtime })
    if (showtime.movieId !== movieId) throw invalid({ movie_ids: messages.otherMovie })
    if (dayOf(showtime.startsAt, app.env.zone) !== day) throw invalid({ showtime_ids: messages.otherDay })
    if (showtime.seats <= 0) throw invalid({ showtime_ids: messages.noSeats })
  }
  const tickets = new Map<string, PosTicketType[]>()
  // One after another: many questions at once would be too many for a point of sale.
  for (const id of new Set(ids)) tickets.set(id, await ticketsOf(app, entered.cinemaId, id))
  return movies.map((line, at) => {
    const stands = known[at]
    if (stands) return stands
    const ticket = tickets.get(line.showtimeId)!.find(({ id }) => id === line.ticketId)
    if (!ticket) throw invalid({ ticket_ids: messages.noTicket })
    return { ...line, ticketName: ticket.name, ticketKobo: ticket.kobo }
  })
}

/** @throws 409 where the point of sale tells no tickets; IntegrationError where it fails */
export async function ticketsOf({ pos }: App, cinemaId: string, showtimeId: string): Promise<PosTicketType[]> {
  if (!pos.ticketTypes) throw conflict(messages.ticketsUnknown)
  return (await pos.ticketTypes(cinemaId, showtimeId)).records
}

async function concessionsOf(
  { db, clock }: App,
  { entered, concessions }: Wanted,
  had: readonly ConcessionLine[],
): Promise<ConcessionLine[]> {
  const standing = new Set(had.map(({ rosettaId }) => rosettaId))
  if (concessions.every(({ rosettaId }) => standing.has(rosettaId))) return concessions
  const sold = await menuProducts(db, entered.cinemaId, clock.now())
  for (const { product_id, isSold, isActive, product_price } of sold)
    if (isSold && isActive && product_price > 0) standing.add(product_id)
  if (!concessions.every(({ rosettaId }) => standing.has(rosettaId)))
    throw invalid({ concession_ids: messages.noProduct })
  return concessions
}
