import { refusal } from '#contract/permissions.ts'
import type { Find, ServerFeature } from '#server/feature.ts'
import { pageOfBookings } from './bookings.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { letters } from './letters.ts'
import { followRefund } from './follow-refund.ts'
import { person } from './person.ts'

const PALETTE_ROWS = 8

const find: Find = async (db, search, me) => {
  if (refusal(me, 'cubes:read')) return []
  const found = await pageOfBookings(db, { search }, { limit: PALETTE_ROWS })
  return found.map(({ booking_id, full_name, email, cube_name, cinema_name, status }) => ({
    kind: 'cube booking',
    id: booking_id,
    title: full_name || email || booking_id,
    subtitle: `${cube_name}, ${cinema_name} · ${status}`,
  }))
}

export const server: ServerFeature = { routes: handlers, letters, followRefund, find, demo, person }
