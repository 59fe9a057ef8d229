import { section, type InPerson } from '#server/person.ts'
import { holds } from './holds.ts'
import { countCubeBookingsOf, cubeBookingsOf, eraseCubeBookings, owedForCubes } from './store.ts'

/** Who booked is known by the address. */
export const person: InPerson = {
  holds,
  sections: (db, { emails }) => [
    section(
      'cube-bookings',
      'booking_id full_name email phone cube movie_id guest_count status starts_at kobo fee_kobo',
      () => cubeBookingsOf(db, emails),
    ),
  ],
  counts: async (db, { emails }) => ({ cubes: await countCubeBookingsOf(db, emails) }),
  owed: (db, { emails }, at) => owedForCubes(db, emails, at),
  erase: (tx, { traces }) => eraseCubeBookings(tx, traces.emails),
}
