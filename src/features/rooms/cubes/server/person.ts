import { section, type PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { countCubeBookingsOf, cubeBookingsOf, eraseCubeBookings, owedForCubes } from './store.ts'

/** Who booked is known by the address. */
export const person: PersonalData = {
  columns: personalColumns,
  sections: (db, { emails }) => [
    section(
      'cube-bookings',
      'booking_id full_name email phone cube movie_id guest_count status starts_at kobo fee_kobo',
      () => cubeBookingsOf(db, emails),
    ),
  ],
  counts: async (db, { emails }) => ({ cubes: await countCubeBookingsOf(db, emails) }),
  owed: (db, { emails }, at) => owedForCubes(db, emails, at),
  erase: (tx, { references }) => eraseCubeBookings(tx, references.emails),
}
