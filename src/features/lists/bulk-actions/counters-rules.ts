/** What cinemas sell at their counters, and their private screening rooms. */
import { concessions, type ConcessionProduct, type Menu } from '#features/counter/concessions/contract.ts'
import { arranged } from '#features/counter/concessions/rules.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import type { Status } from '#features/rooms/cubes/rules.ts'
import { byId, type Action, type CallInput, type Query, type Reply, type Selected } from './action-rules.ts'

const menuOf = (cinema: string): Query => ({ id: cinema, add_mobile_device: 'true' })
const productsOf = (reply: Menu): ConcessionProduct[] => reply.concessions.flatMap(({ products }) => products)

const ofProducts = {
  rows: ['product', 'products'],
  list: concessions.fetch,
  file: concessions.productsCsv,
  // One cinema after another.
  reads: ({ cinema_id }, { cinemas = '' }, n) => {
    const cinema = (String(cinemas) || cinema_id || '').split(',')[n]
    return cinema === undefined ? undefined : menuOf(cinema)
  },
  select: (reply: Menu, { search, category, status }) =>
    arranged(productsOf(reply), { search, category, status: status as 'active' | 'inactive' | undefined }).map(
      (product) => ({
        id: String(product.id),
        // The same product has another id at another cinema.
        key: product.product_id,
        title: `${product.product_name}, ${product.cinema_name}`,
        version: product.version,
        undo: {
          product: product.product_id,
          cinema: product.cinema_id,
          display_price: product.own_price,
          isActive: product.isActive,
        },
      }),
    ),
  call: concessions.atCinemas,
  result: ({ results: [one] }: Reply<typeof concessions.atCinemas>) => ({
    version: one?.product?.version,
    rejected: one?.outcome === 'refused' ? one.message : undefined,
  }),
} satisfies Partial<Action>
const AT = {
  name: 'cinemas',
  label: 'Cinemas',
  type: 'cinemas',
  description: 'Cinemas that sell them. Leave empty for the cinema of the list.',
} as const

const atItsCinema = ({ version, undo }: Selected, body: object): CallInput => ({
  params: { id: undo?.product },
  body: { cinemas: [{ cinema_id: undo?.cinema, version: version ?? undefined }], ...body },
})
const ofPrice = {
  ...ofProducts,
  undo: {
    call: concessions.atCinemas,
    ask: (row: Selected) => atItsCinema(row, { display_price: row.undo!.display_price }),
  },
}
const ofActivation = {
  ...ofProducts,
  fields: [AT],
  undo: { call: concessions.atCinemas, ask: (row: Selected) => atItsCinema(row, { isActive: row.undo!.isActive }) },
}

const ofBookings = {
  rows: ['cube booking', 'cube bookings'],
  list: cubes.bookings,
  file: cubes.bookingsCsv,
  select: (reply: Reply<typeof cubes.bookings>) =>
    (Array.isArray(reply) ? reply : reply.bookings).map(({ booking_id: id, full_name, version, status }) => ({
      id,
      title: full_name || id,
      version,
      undo: { status },
    })),
  call: cubes.setStatus,
} satisfies Partial<Action>
const rescheduled = ({ id, version }: Selected, status: Status, reason?: string | number): CallInput => ({
  params: { id },
  body: { status, version: version ?? undefined, ...(reason && { reason: String(reason) }) },
})
const isWaiting = ({ undo }: Selected) => String(undo?.status).startsWith('Pending')
const WAITS = 'Only pending requests can be approved or declined'
const shows =
  (...statuses: Status[]) =>
  ({ booking_status: visible }: Readonly<Record<string, unknown>>) =>
    !visible || statuses.some((status) => String(visible).split(',').includes(status))
const REASON = { name: 'reason', label: 'Reason', type: 'text' } as const
const declined = { call: cubes.setStatus, ask: (row: Selected) => rescheduled(row, 'Booked') }

export const ofCounters: Readonly<Record<string, Action>> = {
  'concessions.price': {
    ...ofPrice,
    label: 'Set price',
    title: 'Set the price of',
    done: 'Set the price of',
    ask: (row, { display_price = 0 }) => atItsCinema(row, { display_price: Number(display_price) }),
    fields: [{ name: 'display_price', label: 'Price', type: 'amount' }, AT],
  },
  'concessions.follow': {
    ...ofPrice,
    label: 'Use point-of-sale price',
    title: 'Use the point-of-sale price of',
    done: 'Used the point-of-sale price of',
    ask: (row) => atItsCinema(row, { display_price: null }),
    fields: [AT],
  },
  'concessions.activate': {
    ...ofActivation,
    label: 'Activate',
    done: 'Activated',
    ask: (row) => atItsCinema(row, { isActive: true }),
  },
  'concessions.deactivate': {
    ...ofActivation,
    label: 'Deactivate',
    done: 'Deactivated',
    ask: (row) => atItsCinema(row, { isActive: false }),
  },
  'combos.delete': {
    label: 'Delete',
    done: 'Deleted',
    rows: ['combo deal', 'combo deals'],
    list: concessions.fetch,
    file: concessions.combosCsv,
    reads: ({ cinema_id = '' }, _, n) => (n ? undefined : menuOf(cinema_id)),
    select: (reply: Menu, { search }) =>
      arranged(
        productsOf(reply).filter(({ combo_id }) => combo_id !== null),
        { search },
      ).map(({ combo_id, id, product_name: title }) => ({
        id: String(combo_id),
        key: String(id),
        title,
        version: null,
        undo: null,
      })),
    call: concessions.deleteCombo,
    ask: byId,
    undo: { call: concessions.restoreCombo, ask: byId },
  },
  'cubes.redeem': {
    ...ofBookings,
    label: 'Redeem',
    done: 'Redeemed',
    isOffered: shows('Booked', 'Approved Reschedule'),
    ask: (row) => rescheduled(row, 'Redeemed'),
    undo: declined,
  },
  'cubes.cancel': {
    ...ofBookings,
    label: 'Cancel',
    title: 'Request the cancellation of',
    done: 'Requested the cancellation of',
    isOffered: shows('Booked', 'Approved Reschedule'),
    ask: (row, { reason }) => rescheduled(row, 'Pending Cancellation Approval', reason),
    fields: [REASON],
    undo: declined,
  },
  'cubes.approve': {
    ...ofBookings,
    label: 'Approve',
    title: 'Approve the requests of',
    done: 'Approved the requests of',
    isOffered: shows('Pending Cancellation Approval', 'Pending Reschedule Approval'),
    blockedReason: (row) => (isWaiting(row) ? undefined : WAITS),
    ask: (row, { reason }) =>
      rescheduled(
        row,
        row.undo?.status === 'Pending Reschedule Approval' ? 'Approved Reschedule' : 'Approved Cancellation',
        reason,
      ),
    fields: [{ ...REASON, isNeeded: true }],
  },
  'cubes.decline': {
    ...ofBookings,
    label: 'Decline',
    title: 'Decline the requests of',
    done: 'Declined the requests of',
    isOffered: shows('Pending Cancellation Approval', 'Pending Reschedule Approval'),
    // Booked would undo a redemption.
    blockedReason: (row) => (isWaiting(row) ? undefined : WAITS),
    ask: (row, { reason }) => rescheduled(row, 'Booked', reason),
    fields: [{ ...REASON, isNeeded: true }],
  },
}
