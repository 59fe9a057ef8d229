import type { AuditSummary } from '#server/audit/summary.ts'
import { counted } from '#contract/counted.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { addDays, dayOf, daysAsInstants, showInstant } from '#contract/time.ts'
import { filePhone } from '#contract/phone.ts'
import { findCinema } from '#features/programming/cinemas/server/public.ts'
import { recordOpening, type AuditLine } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { asFile, handle } from '#server/http/handle.ts'
import { actorOf } from '#server/http/principal.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { cubes, type Cube, type CubeBooking } from '../contract.ts'
import {
  BASE_PRICE,
  bookingDays,
  CSV_NAME,
  extraOf,
  feeDue,
  feeOf,
  feePercent,
  FIRST_HOUR,
  GUEST_PRICE,
  GUESTS_INCLUDED,
  hasBookings,
  hasUnsettled,
  LAST_HOUR,
  messages,
  nextFee,
  NO_SHOW_PERCENT,
  priceOf,
  slotsOf,
  stateOf,
  rescheduleBlockedReason,
} from '../rules.ts'
import { book, edit, move, reschedule } from './actions.ts'
import {
  countBookings,
  everyBooking,
  findBooking,
  occupiedSlots,
  pageOfBookings,
  bookingView,
  stepsOf,
  waitingBookings,
  type Booking,
} from './bookings.ts'
import {
  addCube,
  bookingsOf,
  changeCube,
  everyCube,
  everyLoggedCube,
  findCube,
  freeAmong,
  isNameInUse,
  toCube,
  type CubeRow,
  type NewCube,
} from './cubes.ts'
import { refund } from './refund.ts'

const EXPORT_PAGE = 1000
const DAYS_LISTED = 7

export const handlers = handle(cubes, {
  list: async ({ db }) => (await everyCube(db)).map(toCube),
  logged: ({ db }) => everyLoggedCube(db),

  slots: async ({ db, query: { date, cube_id }, app, now }) => {
    const { zone } = app.env
    const cube = await cubeOr404(db, cube_id)
    if (cube.isClosed || !bookingDays(dayOf(now, zone)).includes(date)) return []
    const toCome = slotsOf(date, cube, zone).filter(({ date_time }) => new Date(date_time) > now)
    return freeAmong(db, cube.id, toCome)
  },

  bookings: async (context) => {
    const { app, db, query, write, now } = context
    const { page, perPage, ...selection } = query
    const filter = { ...selection, zone: app.env.zone, now }
    if (page === undefined) {
      const all = await pageOfBookings(await asFile(context, cubes.bookingsCsv), filter)
      const summary: AuditSummary = `Exported ${counted(all.length, 'cube booking')}`
      await write(({ record }) => record({ entity: 'export', id: 'cube bookings', summary }))
      return all
    }
    const totalCount = await countBookings(db, filter)
    const bookings = await pageOfBookings(db, filter, sliceOf({ page, perPage }))
    return { bookings, totalCount }
  },

  waiting: ({ db, query }) => waitingBookings(db, query.cube_id),

  bookingsCsv: async ({ db, query: { columns, ...selection }, app, write, now }) => {
    const filter = { ...selection, zone: app.env.zone, now }
    const total = await countBookings(db, filter)
    return exportRows(write, {
      name: CSV_NAME,
      what: counted(total, 'cube booking'),
      columns: csvColumns(filter.zone),
      choice: columns,
      rows: everyBooking(db, filter, EXPORT_PAGE),
      total,
    })
  },

  book: ({ body, me, ...context }) => book(body, { ...context, actor: me.name }),
  edit: ({ params, body, me, ...context }) => edit(params.id, body, { ...context, actor: me.name }),
  reschedule: ({ params, body, me, ...context }) => reschedule(params.id, body, { ...context, actor: me.name }),

  setStatus: async (context) => {
    const { params, body, write, app, now, me } = context
    const { status } = body
    if (status === 'Refunded') return refund(context)
    return write(({ declareAmount, ...writing }) => {
      declareAmount(0)
      return move(params.id, { ...body, status }, { ...writing, app, now, actor: me.name })
    })
  },

  booking: async ({ db, me, params, now, write }) => {
    const { id, bookingId } = await bookingOr404(db, params.id)
    const line: AuditLine = { entity: 'cube booking', id: bookingId, summary: `Viewed the cube booking ${bookingId}` }
    const by = { actor: actorOf(me), actions: ['cubes.booking'], now } as const
    await recordOpening({ db, write }, line, by)
    return bookingView(db, id, now)
  },

  rescheduleOffer: async ({ db, params, now }) => {
    const booking = await bookingOr404(db, params.id)
    const percent = feePercent(booking.startsAt, now)
    const later = nextFee(booking.startsAt, now)
    const due = (share: number) => toNaira(feeDue(feeOf(booking.kobo, share), booking.feeKobo))
    return {
      fee: due(percent),
      percent,
      later: later ? { at: later.at.toISOString(), fee: due(later.percent), percent: later.percent } : null,
      refusal: rescheduleBlockedReason(booking.status, booking.startsAt, now) ?? null,
    }
  },

  price: async ({ db, params, query: { guest_count, booking_id } }) => {
    if (booking_id === undefined)
      return { price: toNaira(priceOf(await cubeOr404(db, params.id), guest_count)), extra: 0 }
    const booking = await bookingOr404(db, booking_id)
    const isOther = guest_count !== booking.guestCount
    return {
      price: toNaira(priceOf(booking, guest_count)),
      extra: isOther ? toNaira(extraOf(booking, guest_count, booking.kobo)) : 0,
    }
  },

  steps: async ({ db, params }) => stepsOf(db, (await bookingOr404(db, params.id)).id),

  calendar: async ({ db, params, query: { start_date }, app, now }) => {
    const cube = await findCube(db, params.id, { evenRetired: true })
    if (!cube) throw notFound('cube')
    const week = daysAsInstants(start_date, addDays(start_date, DAYS_LISTED - 1), app.env.zone)
    return occupiedSlots(db, cube.id, week, now)
  },

  create: async ({ body, db, record, declareAmount, now }) => {
    const wanted = { ...defaults, ...toRow(body) } as NewCube
    await checked(db, wanted)
    const made = await cubeOr404(db, await named(() => addCube(db, wanted, now)))
    declareAmount(wanted.baseKobo, { fresh: ['id'] })
    await record({ ...about(made), summary: `Created the cube ${made.name}`, after: audited(made) })
    return toCube(made)
  },

  change: async ({ params: { id }, body: { version, ...body }, db, record, declareAmount, now }) => {
    const before = await cubeOr404(db, id, 'update')
    if (version !== undefined && version !== before.version) throw stale(toCube(before))
    const change = toRow(body)
    const wanted = { ...before, ...change }
    await checked(db, wanted)
    if (wanted.cinemaId !== before.cinemaId && (await bookingsOf(db, id, now)).all > 0)
      throw invalid({ cinema_id: messages.keepsCinema })
    await named(() => changeCube(db, id, change))
    const after = await cubeOr404(db, id)
    declareAmount(movedPrice(before, after))
    await record({
      ...about(after),
      summary: `Edited the cube ${after.name}`,
      before: audited(before),
      after: audited(after),
    })
    return toCube(after)
  },

  retire: async ({ params: { id }, db, record, now }) => {
    const before = await cubeOr404(db, id, 'update')
    const { toCome, unsettled } = await bookingsOf(db, id, now)
    if (toCome > 0) throw conflict(hasBookings(toCome))
    if (unsettled > 0) throw conflict(hasUnsettled(unsettled))
    await changeCube(db, id, { retiredAt: now })
    await record({ ...about(before), summary: `Deleted the cube ${before.name}`, before: audited(before) })
    return toCube(before)
  },

  restore: async ({ params: { id }, db, record }) => {
    const before = await findCube(db, id, { lock: 'update', evenRetired: true })
    if (!before) throw notFound('cube')
    if (!before.isRetired) throw conflict(messages.cubeIsThere)
    try {
      await changeCube(db, id, { retiredAt: null })
    } catch (error) {
      throw isNameInUse(error) ? conflict(messages.nameInUse) : error
    }
    const after = await cubeOr404(db, id)
    await record({ ...about(after), summary: `Restored the cube ${after.name}`, after: audited(after) })
    return toCube(after)
  },
})

const csvColumns = (zone: string): CsvColumn<CubeBooking>[] => {
  const at = (instant: string | null) => (instant ? showInstant(instant, zone) : '')
  return [
    { id: 'id', title: 'ID', cell: (booking) => booking.booking_id },
    { id: 'name', title: 'Name', cell: (booking) => booking.full_name },
    { id: 'phone', title: 'Phone number', cell: (booking) => filePhone(booking.phone_number) },
    { id: 'email', title: 'Email', cell: (booking) => booking.email },
    { id: 'movie', title: 'Movie', cell: (booking) => booking.movie_title },
    { id: 'amount', title: 'Amount', cell: (booking) => booking.payment_amount.toFixed(2), adds: true },
    { id: 'date', title: 'Date', cell: (booking) => at(booking.starts_at) },
    { id: 'guest', title: 'Guest', cell: (booking) => booking.guest_count },
    { id: 'current', title: 'Current Date', cell: (booking) => at(booking.starts_at) },
    { id: 'rescheduled', title: 'Rescheduled Date', cell: (booking) => at(booking.reschedule_date) },
    { id: 'fee', title: 'Reschedule fee', cell: (booking) => booking.reschedule_fee.toFixed(2) },
    { id: 'status', title: 'Status', cell: stateOf },
    { id: 'cube', title: 'Cube', cell: (booking) => booking.cube_name },
    { id: 'cinema', title: 'Cinema', cell: (booking) => booking.cinema_name },
    { id: 'refunded', title: 'Refunded', cell: (booking) => booking.refunded_amount.toFixed(2) },
  ]
}

const defaults = {
  firstHour: FIRST_HOUR,
  lastHour: LAST_HOUR,
  baseKobo: toKobo(BASE_PRICE),
  guestKobo: toKobo(GUEST_PRICE),
  guestsIncluded: GUESTS_INCLUDED,
  noShowPercent: NO_SHOW_PERCENT,
}

type Sent = Partial<
  Pick<Cube, 'name' | 'first_hour' | 'last_hour' | 'base_price' | 'guest_price' | 'guests_included' | 'no_show_percent'>
> & {
  cinema_id?: string | undefined
}
/** What was sent, as it is stored; what was not is not there. */
const toRow = (sent: Sent): Partial<NewCube> => ({
  ...(sent.name !== undefined && { name: sent.name }),
  ...(sent.cinema_id !== undefined && { cinemaId: sent.cinema_id }),
  ...(sent.first_hour !== undefined && { firstHour: sent.first_hour }),
  ...(sent.last_hour !== undefined && { lastHour: sent.last_hour }),
  ...(sent.base_price !== undefined && { baseKobo: toKobo(sent.base_price) }),
  ...(sent.guest_price !== undefined && { guestKobo: toKobo(sent.guest_price) }),
  ...(sent.guests_included !== undefined && { guestsIncluded: sent.guests_included }),
  ...(sent.no_show_percent !== undefined && { noShowPercent: sent.no_show_percent }),
})

async function checked(
  db: Db,
  { cinemaId, firstHour, lastHour }: Pick<NewCube, 'cinemaId' | 'firstHour' | 'lastHour'>,
) {
  if (lastHour < firstHour) throw invalid({ last_hour: messages.hoursTurned })
  if (!(await findCinema(db, cinemaId))) throw invalid({ cinema_id: messages.noSuchCinema })
}

async function named<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw isNameInUse(error) ? invalid({ name: messages.nameInUse }) : error
  }
}

async function cubeOr404(db: Db, id: number, lock?: 'update'): Promise<CubeRow> {
  const cube = await findCube(db, id, { lock })
  if (!cube) throw notFound('cube')
  return cube
}

async function bookingOr404(db: Db, id: string): Promise<Booking> {
  const booking = await findBooking(db, id)
  if (!booking) throw notFound('cube booking')
  return booking
}

/** By how much a price of a cube changes at most, in kobo. */
const movedPrice = (before: CubeRow, after: CubeRow): number =>
  Math.max(
    Math.abs(after.baseKobo - before.baseKobo),
    Math.abs(after.guestKobo - before.guestKobo),
    Math.abs(after.guestsIncluded - before.guestsIncluded) * after.guestKobo,
  )

const about = ({ id }: CubeRow) => ({ entity: 'cube', id })
const audited = (cube: CubeRow) => {
  const { id: _, version: __, ...rest } = toCube(cube)
  return rest
}
