import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { DbId, Instant, PosId, Version, VersionInQuery, text, tidied } from '#contract/atoms.ts'
import { UNCLEAR } from '#contract/typed-number.ts'
import { messages } from './rules.ts'

/** A ticket of a showtime (operations 3: event-form sources). */
export const TicketType = z.object({ product_id: z.string(), product_name: z.string(), product_price: z.number() })
export type TicketType = z.infer<typeof TicketType>

/** A row of the list. `date` is what was typed, written as UTC; `concession_ids` is null where there are none. */
export const EventRow = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string(),
  cinema_id: z.string(),
  cinema_name: z.string(),
  event_category: z.string(),
  date: Instant,
  concession_ids: z.nullable(z.string()),
})
export type EventRow = z.infer<typeof EventRow>

/** A movie of an event, with its showtime and ticket as they were chosen. */
export const EventMovie = z.object({
  movie_id: z.string(),
  movie_name: z.string(),
  movie_poster: z.string(),
  show_time_id: z.string(),
  show_time: Instant,
  cinema_screen_id: z.string(),
  screen_name: z.string(),
  /** The point of sale took it off its schedule since. */
  isCancelled: z.boolean(),
  ticket: TicketType,
})
export type EventMovie = z.infer<typeof EventMovie>

/** A product of an event; the price is that of its cinema now. */
export const EventConcession = z.object({
  product_id: z.string(),
  product_name: z.string(),
  product_price: z.number(),
  image_url: z.nullable(z.string()),
  quantity: z.int(),
})
export type EventConcession = z.infer<typeof EventConcession>

/** Operations 3: the detail. The lists of ids are comma-joined and aligned by position. */
export const EventRecord = z.extend(EventRow, {
  description: z.string(),
  price: z.number(),
  movie_ids: z.string(),
  showtime_ids: z.string(),
  ticket_ids: z.string(),
  concession_quantities: z.nullable(z.string()),
  movies: z.array(EventMovie),
  concessions: z.array(EventConcession),
  version: z.int(),
})
export type EventRecord = z.infer<typeof EventRecord>

const optionalText = z.optional(z.string(errors.enter('text')).check(tidied))
const ids = z.optional(z.nullable(z.string(errors.enter('IDs separated by commas'))))

/** Operations 3: the payload. What is missing of it the rules say. */
export const EventPayload = z.object({
  name: optionalText,
  description: optionalText,
  /** Day and clock as typed, written as UTC. */
  date: z.optional(z.iso.datetime({ offset: true, error: errors.enter('a date and time (ISO 8601, UTC)') })),
  cinema_id: optionalText,
  image: optionalText,
  ticket_ids: ids,
  movie_ids: ids,
  showtime_ids: ids,
  price: z.optional(z.union([z.number(), z.string()], UNCLEAR)),
  event_category: optionalText,
  concession_ids: ids,
  concession_quantities: ids,
})
export type EventPayload = z.infer<typeof EventPayload>

const params = z.object({ id: DbId(messages.noEvent) })
/** Operations 7, Events; and Logs: GET /ticket/types. */
export const events = endpoints('events', {
  fetch: {
    method: 'GET',
    path: '/events/{id}',
    permission: 'events:read',
    summary: 'Fetch an event with its movies and concessions',
    params,
    reply: EventRecord,
  },
  create: {
    method: 'POST',
    path: '/events',
    permission: 'events:write',
    about: { cinema: 'body.cinema_id' },
    summary: 'Add an event. Its showtimes, tickets and products are checked.',
    body: EventPayload,
    reply: EventRecord,
    says: messages.added,
    alsoStale: ['calendar'],
    transaction: 'own',
    // It audits itself: what is sent again with its key finds the first reply, and leaves no second line.
    audit: 'none',
  },
  save: {
    method: 'PUT',
    path: '/events/{id}',
    permission: 'events:write',
    about: { event: 'params.id', cinema: 'body.cinema_id' },
    summary: 'Edit an event with its full payload. Showtimes it already had are not checked again.',
    params,
    body: z.extend(EventPayload, { version: Version }),
    reply: EventRecord,
    says: messages.saved,
    alsoStale: ['calendar'],
    transaction: 'own',
  },
  remove: {
    method: 'DELETE',
    path: '/events/{id}',
    permission: 'events:write',
    about: { event: 'params.id' },
    summary: 'Delete an event. It can be restored.',
    params,
    query: VersionInQuery,
    reply: z.object({ id: z.int() }),
    says: messages.deleted,
    alsoStale: ['calendar'],
  },
  restore: {
    method: 'POST',
    path: '/events/{id}/restore',
    permission: 'events:write',
    about: { event: 'params.id' },
    summary: 'Restore a deleted event',
    params,
    reply: EventRecord,
    says: messages.restored,
    alsoStale: ['calendar'],
  },
  ticketTypes: {
    method: 'GET',
    path: '/ticket/types',
    // Whoever chooses among showtimes chooses among their tickets.
    permission: 'session',
    summary: 'List the tickets of a showtime with their prices',
    query: z.object({
      cinema_id: PosId,
      /** Its id, or the instant of its start. */
      show_time: text(40, messages.selectShowtime),
      /** Its screen: needed where its start alone does not tell it from others. */
      cinema_screen_section_id: z.optional(PosId),
    }),
    reply: z.object({ tickets: z.array(TicketType) }),
    transaction: 'own',
  },
})
