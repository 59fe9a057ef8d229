import type { Find, ServerFeature } from '#server/feature.ts'
import { slotOf, stateOf } from '../rules.ts'
import { pageOfBookings } from './bookings.ts'
import { deleted } from './deleted.ts'
import { handlers } from './handlers.ts'
import { emails } from './emails.ts'
import { followRefund } from './follow-refund.ts'
import { ofCustomer } from './of-customer.ts'
import { person } from './person.ts'
import { policy } from './policy.ts'

const PALETTE_ROWS = 8

const find: Find = {
  permission: 'cubes:read',
  records: async (db, search, now, _me, zone) => {
    const found = await pageOfBookings(db, { search, now }, { limit: PALETTE_ROWS })
    return found.map(({ booking_id, full_name, email, cube_name, cinema_name, starts_at, ...booking }) => ({
      kind: 'cube booking',
      id: booking_id,
      title: full_name || email || booking_id,
      subtitle: `${cube_name}, ${cinema_name} · ${slotOf(starts_at, zone)} · ${stateOf(booking)}`,
    }))
  },
}

export const server: ServerFeature = {
  policy,
  routes: handlers,
  deleted,
  emails,
  followRefund,
  find,
  person,
  ofCustomer,
}
