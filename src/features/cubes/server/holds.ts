import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  cubes: { nobodys: { [NOBODYS.chain]: 'cinema_id name' } },
  cube_bookings: {
    erased: 'full_name email phone',
    exported: 'movie_id status',
    nobodys: { [NOBODYS.chain]: 'movie_before', [NOBODYS.staff]: 'created_by' },
  },
  cube_payments: {
    nobodys: { [NOBODYS.id]: 'provider reference provider_id', [NOBODYS.word]: 'purpose refund method' },
  },
  cube_booking_steps: { freed: 'reason', nobodys: { [NOBODYS.staff]: 'actor', [NOBODYS.word]: 'step' } },
}
