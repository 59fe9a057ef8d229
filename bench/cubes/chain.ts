import { addDays, dayOf, instantAt } from '#contract/time.ts'

/** What both sides and the database of the measurement agree on. */
export const ZONE = 'Africa/Lagos'
export const CINEMAS = 20
export const CUBES = 3000
export const MOVIE = 'HO00000001'
export const GUESTS = 10
/** Naira of that many guests by the usual prices of a cube. */
export const PRICE = 90
/** Every cube is open around the clock, so that there are hours enough. */
export const HOURS = 24
/** Days from today on which calls book: tomorrow, when midnight comes in between. */
const FIRST_DAY = 2
const LAST_DAY = 6

export const cinemaOf = (cube: number): string => String(1 + (cube % CINEMAS)).padStart(4, '0')
const cubeOf = (n: number) => 1 + (n % CUBES)

/** The free hours of the n-th cube, on one of the days that can be booked. */
export const slotsOf = (n: number): { cubeId: number; day: string } => ({
  cubeId: cubeOf(n),
  day: addDays(dayOf(new Date(), ZONE), n % (LAST_DAY + 1)),
})

/** The n-th booking: no two have the same cube and hour. @throws when all are booked */
export function bookingOf(n: number) {
  const slot = Math.floor(n / CUBES)
  const day = FIRST_DAY + Math.floor(slot / HOURS)
  if (day > LAST_DAY) throw new Error('There are no more hours to book')
  const clock = `${String(slot % HOURS).padStart(2, '0')}:00`
  return {
    cinema_id: cinemaOf(cubeOf(n)),
    date_time: instantAt(addDays(dayOf(new Date(), ZONE), day), clock, ZONE).toISOString(),
    guest_count: GUESTS,
    full_name: `Guest ${n}`,
    email: `guest${n}@bench.example`,
    has_corkage: false,
    movie_id: MOVIE,
    payment_amount: PRICE,
    cube_id: cubeOf(n),
    phone_number: `+234803${String(n).padStart(7, '0')}`,
  }
}
export type Wanted = ReturnType<typeof bookingOf>
