import { describe, expect, test } from 'vitest'
import { UNCLEAR } from '#contract/typed-number.ts'
import { messages } from '../rules.ts'
import { copyOf, draftProblems, emptyDraft, toPayload, withQuantity, type EventDraft } from './draft.ts'

const movie = (showtime: string, ticket: string): EventDraft['movies'][number] => ({
  movie_id: '00012841',
  movie_name: 'The Wedding Party',
  movie_poster: '',
  show_time_id: showtime,
  show_time: '2026-11-25T17:30:00.000Z',
  cinema_screen_id: '01',
  screen_name: 'Screen 1',
  isCancelled: false,
  ticket: { product_id: ticket, product_name: 'Adult', product_price: 4000 },
})
const coke = { product_id: '00201', product_name: 'Coke', product_price: 800, image_url: null }
const water = { ...coke, product_id: '00204', product_name: 'Water' }
const full: EventDraft = {
  ...emptyDraft('2026-11-25', '0004'),
  name: 'Nollywood night',
  image: '/api/files/image-1.jpg',
  description: 'Three films.',
  price: '15,000.50',
  movies: [movie('0001', '0002'), movie('0003', '0001')],
  concessions: [
    { ...coke, quantity: 2 },
    { ...water, quantity: 1 },
  ],
}

// Clauses: operations 263
test('a new event is today at 00:00', () => {
  expect(emptyDraft('2026-11-25', '0004')).toMatchObject({ date: '2026-11-25', time: '00:00', cinema_id: '0004' })
})

test('another one like it has its words and price, and neither its date nor its movies', () => {
  const { name, description, concessions } = full
  const event = { ...full, date: '2026-11-25T18:30:00.000Z', price: 15000.5 }
  const copy = copyOf(event as unknown as Parameters<typeof copyOf>[0])
  expect(copy).toMatchObject({
    name,
    description,
    price: '15,000.50',
    concessions,
    date: '',
    time: '18:30',
    movies: [],
  })
})

describe('the payload', () => {
  // Clauses: operations 225-227
  test('has its lists joined by commas and aligned by position, and what was typed as UTC', () => {
    expect(toPayload({ ...full, time: '23:30' })).toEqual({
      name: 'Nollywood night',
      event_category: '',
      image: '/api/files/image-1.jpg',
      cinema_id: '0004',
      description: 'Three films.',
      date: '2026-11-25T23:30:00.000Z',
      price: 15_000.5,
      movie_ids: '00012841,00012841',
      showtime_ids: '0001,0003',
      ticket_ids: '0002,0001',
      concession_ids: '00201,00204',
      concession_quantities: '2,1',
    })
  })

  // Clauses: operations 228
  test('has no concessions where there are none', () => {
    expect(toPayload({ ...full, concessions: [] })).not.toHaveProperty('concession_ids')
  })
})

describe('the form', () => {
  test('is whole', () => expect(draftProblems(full)).toEqual({}))

  // Clauses: operations 315, 318
  test.each([
    [{ name: ' ' }, 'name', messages.name],
    [{ description: '' }, 'description', messages.description],
    [{ image: '' }, 'image', messages.image],
    [{ cinema_id: '' }, 'cinema_id', messages.cinema],
    [{ date: '' }, 'date', messages.date],
    [{ time: '' }, 'time', messages.time],
    [{ movies: [] }, 'movies', messages.movies],
    [{ price: ' ' }, 'price', messages.price],
    [{ price: 'many' }, 'price', UNCLEAR],
    [{ event_category: 'x'.repeat(101) }, 'event_category', messages.categoryLong],
  ])('is not with %j', (change, field, message) =>
    expect(draftProblems({ ...full, ...change })).toEqual({ [field]: message }),
  )
})

describe('a quantity', () => {
  // Clauses: operations 323
  test('goes up and down, and a line at 0 is removed', () => {
    const one = withQuantity([], coke, 1)
    expect(one).toEqual([{ ...coke, quantity: 1 }])
    expect(withQuantity(withQuantity(one, coke, 1), coke, -1)).toEqual(one)
    expect(withQuantity(one, coke, -1)).toEqual([])
  })

  // Clauses: operations 322
  test('cannot drop below 0', () => expect(withQuantity([], coke, -1)).toEqual([]))
})
