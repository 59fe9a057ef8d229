import { showCount } from '#contract/counted.ts'
import { isWebAddress } from '#contract/atoms.ts'
import { hasAtMost } from '#contract/characters.ts'
import { errors } from '#contract/errors.ts'
import { typedProblem } from '#contract/typed-number.ts'
import { wrongPrice } from '#features/counter/concessions/rules.ts'
import { isVideo } from '#features/programming/media/rules.ts'

/** Rules and messages of events that both faces obey (operations 4, 5, 9). */

export const NAME_LENGTH = 100
export const CATEGORY_LENGTH = 100
export const DESCRIPTION_LENGTH = 5000
export const PAGE = 10
export const SEARCH_DEBOUNCE_MS = 2000
/** From today on, or before. */
export const WHEN = ['upcoming', 'past'] as const
export type When = (typeof WHEN)[number]
export const WHEN_LABELS: Record<When, string> = { upcoming: 'Upcoming', past: 'Past' }
export const CSV_NAME = 'payment-logs.csv'
/** What the picture of an event is best sent as, in pixels. */
export const RECOMMENDED = { width: 1280, height: 720 }
export const DEFAULT_TIME = '00:00'
/** Movies, and lines of concessions, of one event: more than anybody plans. */
export const MOST_LINES = 100
export const MOST_OF_ONE = 100_000

export const messages = {
  fill: 'Please fill the form',
  name: 'Event Name is empty',
  nameLong: `Enter an event name of up to ${NAME_LENGTH} characters`,
  categoryLong: `Enter a category of up to ${CATEGORY_LENGTH} characters`,
  description: 'Description is empty',
  descriptionLong: `Enter a description of up to ${DESCRIPTION_LENGTH} characters`,
  image: 'Upload an image',
  notImage: 'Event image must be the address of an image',
  cinema: 'Select a location',
  date: 'Date is empty',
  time: 'Time is empty',
  movies: 'Add a movie',
  price: 'Ticket Price is empty',
  noCinema: errors.notFound('cinema'),
  noEvent: errors.notFound('event'),
  unaligned: 'movie_ids, showtime_ids and ticket_ids need one entry for each movie',
  unalignedConcessions: 'concession_ids and concession_quantities need one entry for each product',
  noShowtime: errors.notFound('showtime at this cinema'),
  otherMovie: 'This showtime is for another movie',
  otherDay: 'This showtime is on another date',
  noSeats: 'This showtime has no seats left',
  noTicket: errors.notFound('ticket for this showtime'),
  twice: 'This showtime is already added with this ticket',
  tooMany: `Add up to ${MOST_LINES} to an event`,
  noProduct: 'This cinema does not sell this product',
  productTwice: 'Add each product once',
  quantity: 'Enter a quantity of 0 or more, without decimals',
  quantityMost: `Enter up to ${showCount(MOST_OF_ONE)} of a product`,
  ticketsUnknown: 'This point of sale does not report its tickets',
  selectMovie: 'Select a movie',
  selectShowtime: 'Select a showtime',
  selectTicket: 'Select a ticket',
  added: 'Event added',
  saved: 'Event updated',
  deleted: 'Event deleted',
  restored: 'Event restored',
  notDeleted: 'This event was not deleted',
  available: 'Available',
  notAvailable: 'Not available',
} as const

/** What staff enter about an event, beside its lines; the price in naira as it is typed or sent. */
export type EventFields = {
  name: string
  event_category: string
  image: string
  cinema_id: string
  date: string
  time: string
  description: string
  price: string
}
type Problems = Partial<Record<keyof EventFields | 'movies', string>>

const tooLong = (text: string, most: number, message: string) => (hasAtMost(text.trim(), most) ? undefined : message)

const priceProblem = (typed: string) => typedProblem(typed, { empty: messages.price, wrong: wrongPrice })

const imageProblem = (address: string): string | undefined => {
  if (!address.trim()) return messages.image
  return isWebAddress(address) && !isVideo(address) ? undefined : messages.notImage
}

/** What keeps an event from being saved, by field (operations 5). */
export function eventProblems(fields: EventFields, movies: number): Problems {
  const found: Problems = {
    name: fields.name.trim() ? tooLong(fields.name, NAME_LENGTH, messages.nameLong) : messages.name,
    event_category: tooLong(fields.event_category, CATEGORY_LENGTH, messages.categoryLong),
    image: imageProblem(fields.image),
    cinema_id: fields.cinema_id ? undefined : messages.cinema,
    date: fields.date ? undefined : messages.date,
    time: fields.time ? undefined : messages.time,
    movies: movies ? undefined : messages.movies,
    description: fields.description.trim()
      ? tooLong(fields.description, DESCRIPTION_LENGTH, messages.descriptionLong)
      : messages.description,
    price: priceProblem(fields.price),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem))
}

const MISSING = new Set<string>([
  messages.name,
  messages.image,
  messages.cinema,
  messages.date,
  messages.time,
  messages.movies,
  messages.description,
  messages.price,
])
/** Whether one of the problems is that something required was not given: then the form says so as a whole. */
export const isUnfilled = (problems: Record<string, string>): boolean =>
  Object.values(problems).some((problem) => MISSING.has(problem))

/** Ids of the wire, joined by commas; none of an empty text. */
export const joined = (ids: readonly (string | number)[]): string => ids.join(',')
export const apart = (ids: string): string[] => (ids.trim() ? ids.split(',').map((id) => id.trim()) : [])

/** ₦4,000.00: with both decimals always (operations 2: tickets). */
export const showExactNaira = (naira: number): string =>
  `₦${naira.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

type Named = { id: string; cinema_name: string }
/** By name, as the form offers them. */
export const cinemasByName = <C extends Named>(states: readonly { cinemas: readonly C[] }[]): C[] =>
  states.flatMap(({ cinemas }) => cinemas).toSorted((a, b) => a.cinema_name.localeCompare(b.cinema_name, 'en'))

/** The cinema that a new event starts with (operations 4): the one whose name includes lekki, or else the first. */
export const startingCinema = <C extends Named>(cinemas: readonly C[]): C | undefined =>
  cinemas.find(({ cinema_name }) => cinema_name.toLowerCase().includes('lekki')) ?? cinemas[0]

/** What was typed, written as UTC (decisions: The wire). */
export const toTyped = (day: string, clock: string): string => `${day}T${clock}:00.000Z`
/** And back: its day and its clock, as typed. */
export const fromTyped = (date: string): { day: string; clock: string } => {
  const utc = new Date(date).toISOString()
  return { day: utc.slice(0, 10), clock: utc.slice(11, 16) }
}
