import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: {
    cubes: 'cinema',
    cube_bookings: { of: 'cubes', by: 'cube_id' },
    cube_slots: { of: 'cubes', by: 'cube_id' },
    cube_payments: { of: 'cube_bookings', by: 'booking_id' },
    cube_booking_steps: { of: 'cube_bookings', by: 'booking_id' },
  },
  records: {
    cube: { table: 'cubes' },
    'cube booking': { table: 'cube_bookings', key: 'booking_id', id: 'uuid' },
  },
}
