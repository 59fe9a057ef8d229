import * as z from 'zod/mini'
import {
  ColumnChoice,
  DB_ID_MOST,
  Day,
  DbId,
  Instant,
  PageNumber,
  SearchTerm,
  Version,
  name,
  optionalText,
  paging,
  sorting,
  text,
} from '#contract/atoms.ts'
import { isEmail } from '#contract/email.ts'
import { endpoints } from '#contract/endpoint.ts'
import { amounts, choice, counts, days, yesNo } from '#contract/filter.ts'
import {
  COUNTER_METHODS,
  GUESTS_MOST,
  isInstant,
  isMoney,
  isIntegerWithin,
  messages,
  NAME_LENGTH,
  PRICE_MOST,
  REASON_LENGTH,
  STATUSES,
  TAB_ROWS,
} from './rules.ts'

/** A number that is left out is told apart from one that is wrong. */
const checkedNumber = (wrong: string, isRight: (value: number) => boolean) =>
  z
    .number({ error: ({ input }) => (input === undefined || input === null || input === '' ? messages.empty : wrong) })
    .check(z.refine(isRight, wrong))

const CubeId = DbId(messages.noSuchCube)
const CubeParams = z.object({ id: CubeId })
const BookingParams = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, messages.noSuchBooking)),
})

/** A private screening room (operations 3, Cube), with what a booking of it is worked out from. */
export const Cube = z.object({
  id: z.int(),
  name: z.string(),
  cinema_name: z.string(),
  rosetta_cinema_id: z.string(),
  state: z.string(),
  /** The first and the last hour that can be booked, 0 to 23 on the clock of the chain's zone. */
  first_hour: z.int(),
  last_hour: z.int(),
  /** Naira: the price is base + guest × (guests − included), never under 0. */
  base_price: z.number(),
  guest_price: z.number(),
  guests_included: z.int(),
  /** Percent of the price that is kept of a booking whose hour is over when it is cancelled. */
  no_show_percent: z.int(),
  version: z.int(),
})
export type Cube = z.infer<typeof Cube>
export const LoggedCube = z.extend(Cube, { is_deleted: z.boolean() })
export type LoggedCube = z.infer<typeof LoggedCube>

const hour = checkedNumber(messages.badHour, (value) => isIntegerWithin(value, 0, 23))
const price = checkedNumber(messages.badPrice, isMoney)
const cubeFields = {
  name: text(NAME_LENGTH, messages.empty),
  cinema_id: text(40, messages.empty),
  first_hour: hour,
  last_hour: hour,
  base_price: price,
  guest_price: price,
  guests_included: checkedNumber(messages.badIncluded, (value) => isIntegerWithin(value, 0, GUESTS_MOST)),
  no_show_percent: checkedNumber(messages.badPercent, (value) => isIntegerWithin(value, 0, 100)),
}
/** Hours and prices that are left out are the usual ones. */
export const CubeCreate = z.object({
  ...z.partial(z.object(cubeFields)).shape,
  name: cubeFields.name,
  cinema_id: cubeFields.cinema_id,
})
export const CubeEdit = z.extend(z.partial(z.object(cubeFields)), { version: Version })

/** A booking (operations 3, Cube booking). Amounts are naira. */
export const CubeBooking = z.object({
  booking_id: z.string(),
  full_name: z.string(),
  phone_number: z.string(),
  email: z.string(),
  movie_id: z.string(),
  movie_title: z.string(),
  guest_count: z.int(),
  /** What was paid, reschedule fees not counted. */
  payment_amount: z.number(),
  /** The hour that it was booked for first. */
  date_time: Instant,
  /** The hour that a reschedule asked for. */
  reschedule_date: z.nullable(Instant),
  status: z.enum(STATUSES),
  cube_id: z.int(),
  state: z.string(),
  cinema_name: z.string(),
  cube_name: z.string(),
  cinema_id: z.string(),
  has_corkage: z.boolean(),
  /** The hour in force. */
  starts_at: Instant,
  redeemed_at: z.nullable(Instant),
  /** Its hour is over, and it is Booked or Approved Reschedule still. */
  is_not_redeemed: z.boolean(),
  reschedule_fee: z.number(),
  /** Percent of the price that is kept: above 0 after its hour. */
  withheld_percent: z.int(),
  /** What a refund gives back, and where: through the payment provider, or at the cinema where it was paid. */
  refundable_amount: z.number(),
  refundable_by_provider: z.number(),
  refunded_amount: z.number(),
  /** `failed`: the provider did not pay it back, and it can be asked for again. */
  refund: z.enum(['none', 'under way', 'failed', 'done']),
  /** In words for staff while it is under way, and why it failed. */
  refund_text: z.string(),
  /** The payment provider's references of what was paid through it. */
  payment_references: z.array(z.string()),
  /** How the rest was paid, at the cinema. */
  payment_methods: z.array(z.enum(COUNTER_METHODS)),
  created_at: Instant,
  created_by: z.string(),
  version: z.int(),
})
export type CubeBooking = z.infer<typeof CubeBooking>

const instant = z.string(messages.empty).check(z.minLength(1, messages.empty), z.refine(isInstant, messages.badInstant))
const guests = checkedNumber(messages.badGuests, (value) => isIntegerWithin(value, 1, GUESTS_MOST))
const amount = checkedNumber(messages.badAmount, (value) => value >= 0 && value <= PRICE_MOST * GUESTS_MOST)
const email = text(254, messages.empty).check(z.refine(isEmail, messages.badEmail))
const reason = z.optional(optionalText(REASON_LENGTH))
const cubeId = checkedNumber(messages.noSuchCube, (value) => isIntegerWithin(value, 1, DB_ID_MOST))
/** Of a charge that the customer paid before: it is looked up in the payment log. Without one it was paid at the cinema. */
const paymentReference = z.optional(text(200, messages.empty))
/** How it was paid at the cinema. */
const paymentMethod = z.optional(z.enum(COUNTER_METHODS, `payment_method is one of ${COUNTER_METHODS.join(', ')}`))
const bookingFields = {
  guest_count: guests,
  full_name: name(200, messages.empty),
  email,
  phone_number: text(40, messages.empty),
  movie_id: text(40, messages.empty),
}

export const BookingCreate = z.object({
  ...bookingFields,
  cinema_id: text(40, messages.empty),
  date_time: instant,
  has_corkage: z._default(z.boolean(), false),
  payment_amount: amount,
  cube_id: cubeId,
  payment_reference: paymentReference,
  payment_method: paymentMethod,
})
export const BookingEdit = z.extend(z.partial(z.object(bookingFields)), {
  has_corkage: z.optional(z.boolean()),
  /** What more guests cost: without it nothing more is paid, and an edit that costs more is refused. */
  payment_amount: z.optional(amount),
  payment_reference: paymentReference,
  payment_method: paymentMethod,
  version: Version,
})
export const BookingReschedule = z.object({
  reschedule_date: instant,
  movie_id: bookingFields.movie_id,
  /** The fee. */
  payment_amount: amount,
  cube_id: cubeId,
  payment_reference: paymentReference,
  payment_method: paymentMethod,
  version: Version,
})
export const BookingStatus = z.object({
  status: z.enum(STATUSES, messages.badStatus),
  reason,
  version: Version,
})

/** An hour of a cube that is taken, and by whom. */
export const OccupiedSlot = z.object({
  date_time: Instant,
  booking_id: z.string(),
  full_name: z.string(),
  movie_title: z.string(),
  guest_count: z.int(),
  status: z.enum(STATUSES),
  is_not_redeemed: z.boolean(),
  /** The hour that a reschedule asks for, reserved until it is approved. */
  is_requested: z.boolean(),
})
export type OccupiedSlot = z.infer<typeof OccupiedSlot>

const statuses = z.optional(
  z
    .string()
    .check(
      z.refine(
        (value) => value.split(',').every((one) => (STATUSES as readonly string[]).includes(one.trim())),
        messages.badStatus,
      ),
    ),
)
const bookingFilter = {
  cube_id: z.optional(CubeId),
  booking_status: statuses,
  /** Of those, where several are shown together. */
  status: choice(STATUSES, messages.badStatus),
  /** Whether its hour is over and it is Booked or Approved Reschedule still. */
  not_redeemed: yesNo('not_redeemed'),
  search: SearchTerm,
  /** Of the hour in force. */
  date: days(),
  /** What was paid, reschedule fees not counted. */
  amount: amounts(),
  guests: counts(),
  corkage: yesNo('corkage'),
  booked: days(),
  sort: sorting('date', 'name', 'amount', 'booked'),
}
const BookingPage = z.object({ bookings: z.array(CubeBooking), totalCount: z.int() })

/** Operations 7, Cubes; what is managed of cubes, and what is shown before a confirm, have paths of ours. */
export const cubes = endpoints('cubes', {
  list: {
    method: 'GET',
    path: '/cubes',
    permission: 'public',
    summary: 'List cubes by cinema and name',
    reply: z.array(Cube),
  },
  logged: {
    method: 'GET',
    path: '/cubes/all',
    permission: 'cubes:read',
    summary: 'List all cubes and, after them, deleted ones with bookings',
    allowReplica: true,
    reply: z.array(LoggedCube),
  },
  slots: {
    method: 'GET',
    path: '/cubes/bookings/available-slots',
    permission: 'public',
    summary: 'List the free times of a cube on a day within the next 7 days',
    query: z.object({ date: Day, cube_id: CubeId }),
    reply: z.array(z.object({ label: z.string(), date_time: Instant })),
  },
  bookings: {
    method: 'GET',
    path: '/cubes/bookings',
    permission: 'cubes:read',
    summary:
      'List bookings, latest first. Without `page`, all are returned as an array, with the permission to export.',
    allowReplica: true,
    query: z.object({
      ...bookingFilter,
      page: z.optional(PageNumber),
      perPage: paging(TAB_ROWS).perPage,
    }),
    reply: z.union([z.array(CubeBooking), BookingPage]),
  },
  waiting: {
    method: 'GET',
    path: '/cubes/bookings/waiting',
    permission: 'cubes:read',
    summary: 'Count bookings waiting for approval of a cancellation or reschedule, or for a refund',
    query: z.object({ cube_id: z.optional(CubeId) }),
    reply: z.object({ cancellations: z.int(), reschedules: z.int(), refunds: z.int() }),
  },
  bookingsCsv: {
    method: 'GET',
    path: '/cubes/bookings.csv',
    permission: 'cubes:export',
    reauthenticate: true,
    summary: 'Export bookings as CSV (cube-logs.csv), with the same filters',
    allowReplica: true,
    query: z.object({ ...bookingFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  book: {
    method: 'POST',
    path: '/cubes/bookings',
    permission: 'cubes:write',
    about: { cube: 'body.cube_id' },
    summary: 'Book a cube for an hour. A wrong amount is rejected with the price.',
    body: BookingCreate,
    reply: CubeBooking,
    status: 201,
    alsoStale: ['payment-logs'],
    says: messages.booked,
  },
  edit: {
    method: 'PATCH',
    path: '/cubes/bookings/{id}',
    permission: 'cubes:write',
    about: { 'cube booking': 'params.id' },
    summary: 'Edit the guests or the movie of a booking',
    params: BookingParams,
    body: BookingEdit,
    reply: CubeBooking,
    alsoStale: ['payment-logs'],
    says: messages.edited,
  },
  reschedule: {
    method: 'PATCH',
    path: '/cubes/bookings/{id}/reschedule',
    permission: 'cubes:write',
    about: { 'cube booking': 'params.id' },
    summary: 'Request another time in the same cube, for a fee. Both times stay reserved until it is approved.',
    params: BookingParams,
    body: BookingReschedule,
    reply: CubeBooking,
    alsoStale: ['payment-logs'],
    says: messages.rescheduleRequested,
  },
  setStatus: {
    method: 'PATCH',
    path: '/cubes/bookings/{id}/status',
    permission: 'cubes:write',
    approval: 'refunds',
    about: { 'cube booking': 'params.id' },
    summary:
      'Change the status of a booking. Booked declines a request or undoes a redemption of the same day, and returns the earlier status. Refunded also needs refunds:write. Provider payments are refunded through the provider, and the booking is Refunded once it confirms.',
    params: BookingParams,
    body: BookingStatus,
    reply: CubeBooking,
    alsoStale: ['payment-logs'],
    transaction: 'own',
  },
  booking: {
    method: 'GET',
    path: '/cubes/bookings/{id}',
    permission: 'cubes:read',
    summary: 'Fetch a booking. Views are in the audit log.',
    params: BookingParams,
    reply: CubeBooking,
  },
  rescheduleOffer: {
    method: 'GET',
    path: '/cubes/bookings/{id}/reschedule',
    permission: 'cubes:read',
    summary: 'Get the current reschedule fee, or why a reschedule is blocked',
    params: BookingParams,
    reply: z.object({
      fee: z.number(),
      percent: z.int(),
      /** What it costs after a while, where that is more. */
      later: z.nullable(z.object({ at: Instant, fee: z.number(), percent: z.int() })),
      refusal: z.nullable(z.string()),
    }),
  },
  price: {
    method: 'GET',
    path: '/cubes/{id}/price',
    permission: 'cubes:read',
    summary: 'Get the price of a booking. With `booking_id`, get the extra for another number of guests.',
    params: CubeParams,
    query: z.object({
      guest_count: z.coerce
        .number(messages.badGuests)
        .check(z.refine((value) => isIntegerWithin(value, 1, GUESTS_MOST), messages.badGuests)),
      booking_id: z.optional(BookingParams.shape.id),
    }),
    reply: z.object({ price: z.number(), extra: z.number() }),
  },
  steps: {
    method: 'GET',
    path: '/cubes/bookings/{id}/steps',
    permission: 'cubes:read',
    summary: 'List the history of a booking, latest first, with the reasons given by staff',
    params: BookingParams,
    reply: z.array(z.object({ id: z.int(), at: Instant, actor: z.string(), step: z.string(), reason: z.string() })),
  },
  calendar: {
    method: 'GET',
    path: '/cubes/{id}/calendar',
    permission: 'cubes:read',
    summary: 'List the booked times of a cube in the 7 days from a date',
    params: CubeParams,
    query: z.object({ start_date: Day }),
    reply: z.array(OccupiedSlot),
  },
  create: {
    method: 'POST',
    path: '/cubes',
    permission: 'cubes:write',
    approval: 'prices',
    about: { cinema: 'body.cinema_id' },
    summary: 'Create a cube at a cinema',
    body: CubeCreate,
    reply: Cube,
    status: 201,
    says: messages.cubeCreated,
  },
  change: {
    method: 'PATCH',
    path: '/cubes/{id}',
    permission: 'cubes:write',
    approval: 'prices',
    about: { cube: 'params.id', cinema: 'body.cinema_id' },
    summary: 'Edit the name, hours and prices of a cube. Existing bookings keep their prices.',
    params: CubeParams,
    body: CubeEdit,
    reply: Cube,
    says: messages.cubeChanged,
  },
  retire: {
    method: 'DELETE',
    path: '/cubes/{id}',
    permission: 'cubes:write',
    about: { cube: 'params.id' },
    summary: 'Delete a cube without upcoming bookings, pending requests or pending refunds',
    params: CubeParams,
    reply: Cube,
    says: messages.cubeDeleted,
  },
  restore: {
    method: 'POST',
    path: '/cubes/{id}/restore',
    permission: 'cubes:write',
    about: { cube: 'params.id' },
    summary: 'Restore a deleted cube',
    params: CubeParams,
    reply: Cube,
    says: messages.cubeRestored,
  },
})
