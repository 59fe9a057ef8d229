import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  cubes: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id name' } },
  cube_bookings: {
    erased: 'full_name email phone',
    exported: 'movie_id status',
    nonPersonal: { [NON_PERSONAL.chain]: 'previous_movie_id', [NON_PERSONAL.staff]: 'created_by' },
  },
  cube_payments: {
    nonPersonal: { [NON_PERSONAL.id]: 'provider reference provider_id', [NON_PERSONAL.word]: 'purpose refund method' },
  },
  cube_booking_steps: { redact: 'reason', nonPersonal: { [NON_PERSONAL.staff]: 'actor', [NON_PERSONAL.word]: 'step' } },
}
