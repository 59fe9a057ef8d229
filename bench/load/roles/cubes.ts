import { randomUUID } from 'node:crypto'
import { addDays } from '#contract/time.ts'
import { cubes, type CubeBooking } from '#features/rooms/cubes/contract.ts'
import { BASE_PRICE, GUESTS_INCLUDED } from '#features/rooms/cubes/rules.ts'
import { CONFLICT, palette, PAGE, type Action, type Role } from '../desk.ts'
import { searchCustomers } from './front-desk.ts'

/** Booked, and some of it cancelled and approved, which frees the hour. */
const bookCube: Action = async ({ browser, chance, ground }) => {
  const { id, cinema } = chance.pick(ground.cubes)
  const day = addDays(new Date().toISOString().slice(0, 10), chance.int(1, 5))
  const free = await browser.ask<{ date_time: string }[]>({
    as: 'free hours of a cube',
    call: cubes.slots,
    query: { date: day, cube_id: id },
  })
  if (!free?.length) return
  const booked = await browser.ask<CubeBooking>({
    as: 'book a cube',
    call: cubes.book,
    body: {
      cinema_id: cinema,
      cube_id: id,
      date_time: chance.pick(free).date_time,
      guest_count: GUESTS_INCLUDED,
      payment_amount: BASE_PRICE,
      movie_id: ground.movie,
      full_name: 'Ada Eze',
      email: `${chance.chars(12)}@guest.example`,
      phone_number: '0803 123 4567',
    },
    headers: { 'idempotency-key': randomUUID() },
    // Somebody else was faster.
    refusals: [CONFLICT],
  })
  if (!booked) return
  let { version } = booked
  for (const status of ['Pending Cancellation Approval', 'Approved Cancellation'] as const) {
    const changed = await browser.ask<CubeBooking>({
      as: 'cancel a booking of a cube',
      call: cubes.setStatus,
      params: { id: booked.booking_id },
      body: { status, version, reason: 'They cannot come' },
    })
    if (!changed) return
    ;({ version } = changed)
  }
}

const listBookings: Action = ({ browser }) =>
  browser.look({ as: 'bookings of cubes, a page', call: cubes.bookings, query: { page: 1, perPage: PAGE } })

export const cubeDesk: Role = {
  name: 'Load: cubes',
  permissions: ['cubes:read', 'cubes:write', 'customers:read'],
  actions: [
    [4, bookCube],
    [4, listBookings],
    [2, searchCustomers],
    [1, palette],
  ],
}
