import type { Day } from '#contract/time.ts'
import type { Input } from '#contract/endpoint.ts'
import { asTyped, typedNumber } from '#contract/typed-number.ts'
import type { EventConcession, EventMovie, EventRecord, events } from '../contract.ts'
import { DEFAULT_TIME, eventProblems, fromTyped, joined, toTyped, type EventFields } from '../rules.ts'

export type ChosenConcession = Pick<
  EventConcession,
  'product_id' | 'product_name' | 'product_price' | 'image_url' | 'quantity'
>

/** What the form holds; day, clock and price as they are typed. */
export type EventDraft = EventFields & { movies: EventMovie[]; concessions: ChosenConcession[] }

export const LABELS: Record<keyof EventDraft, string> = {
  name: 'Event Name',
  event_category: 'Category',
  image: 'Event image',
  cinema_id: 'Location',
  date: 'Date',
  time: 'Time',
  movies: 'Movies',
  description: 'Description',
  price: 'Ticket Price',
  concessions: 'Concession',
}

/** Operations 4: today at 00:00, at the cinema that is started with. */
export const emptyDraft = (today: Day, cinema_id: string): EventDraft => ({
  name: '',
  event_category: '',
  image: '',
  cinema_id,
  date: today,
  time: DEFAULT_TIME,
  movies: [],
  description: '',
  price: '',
  concessions: [],
})

export function toDraft(event: EventRecord): EventDraft {
  const { day, clock } = fromTyped(event.date)
  const { name, event_category, image, cinema_id, movies, description, concessions } = event
  return {
    name,
    event_category,
    image,
    cinema_id,
    date: day,
    time: clock,
    movies,
    description,
    price: asTyped(event.price),
    concessions,
  }
}

/** Another one like it, to be changed and added: its date, and the showtimes of that, are still to be chosen. */
export const copyOf = (event: EventRecord): EventDraft => ({ ...toDraft(event), date: '', movies: [] })

export const draftProblems = (draft: EventDraft) => eventProblems(draft, draft.movies.length)

/** Operations 3: the payload, with its lists joined and aligned. */
export function toPayload({
  date,
  time,
  price,
  movies,
  concessions,
  ...fields
}: EventDraft): Input<typeof events.create.body> {
  return {
    ...fields,
    date: toTyped(date, time),
    price: typedNumber(price),
    movie_ids: joined(movies.map(({ movie_id }) => movie_id)),
    showtime_ids: joined(movies.map(({ show_time_id }) => show_time_id)),
    ticket_ids: joined(movies.map(({ ticket }) => ticket.product_id)),
    ...(concessions.length && {
      concession_ids: joined(concessions.map(({ product_id }) => product_id)),
      concession_quantities: joined(concessions.map(({ quantity }) => quantity)),
    }),
  }
}

/** The lines with one more or less of a product; it never drops below 0, and a line at 0 is removed (operations 5). */
export function withQuantity(
  lines: readonly ChosenConcession[],
  product: Omit<ChosenConcession, 'quantity'>,
  step: 1 | -1,
): ChosenConcession[] {
  const line = lines.find(({ product_id }) => product_id === product.product_id)
  if (!line) return step > 0 ? [...lines, { ...product, quantity: 1 }] : [...lines]
  return lines
    .map((one) => (one === line ? { ...one, quantity: one.quantity + step } : one))
    .filter((one) => one.quantity)
}

/** Where the lists of ids stand in the form. */
export const FIELD_OF: Record<string, keyof EventDraft> = {
  movie_ids: 'movies',
  showtime_ids: 'movies',
  ticket_ids: 'movies',
  concession_ids: 'concessions',
  concession_quantities: 'concessions',
}
