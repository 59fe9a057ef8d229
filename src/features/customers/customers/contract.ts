import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { APPROVAL_ACTION_NAMES } from '#contract/approval.ts'
import { ofBusinessDays } from '#contract/business-day.ts'
import { atMost, CUSTOMER_PASSWORD_MIN, PASSWORD_MOST } from '#contract/password.ts'
import { endpoints } from '#contract/endpoint.ts'
import { amounts, choice, counts, days, textChoice } from '#contract/filter.ts'
import { CustomerFact, isCursor, TimelineEvent, TIMELINE_KINDS } from '#contract/timeline.ts'
import {
  ColumnChoice,
  Day,
  DbId,
  Instant,
  SearchTerm,
  Version,
  name,
  PageSize,
  optionalText,
  paging,
  sorting,
  text,
} from '#contract/atoms.ts'
import {
  BILLING_CYCLES,
  BOOKING_PAGE,
  GENDERS,
  messages,
  PAYMENT_TYPES,
  NOTE_LENGTH,
  REASON_LENGTH,
  SHARING,
  TIMELINE_PAGE,
  STATUSES,
  USER_PAGE,
} from './rules.ts'

const CustomerId = z.object({
  id: z.coerce
    .number(messages.noSuchCustomer)
    .check(z.int(messages.noSuchCustomer), z.minimum(1, messages.noSuchCustomer)),
})

const NoteId = z.extend(CustomerId, { noteId: DbId(messages.noSuchNote) })
const GuestEmail = z.object({ email: text(320) })
const GuestNoteId = z.extend(GuestEmail, { noteId: DbId(messages.noSuchNote) })
const NoteText = text(NOTE_LENGTH, messages.noNote)
const Kinds = z.optional(
  z
    .string()
    .check(
      z.refine(
        (kinds) => kinds.split(',').every((kind) => (TIMELINE_KINDS as readonly string[]).includes(kind)),
        `kinds must be from ${TIMELINE_KINDS.join(', ')}, separated by commas`,
      ),
    ),
)
const TimelineQuery = z.object({
  kinds: Kinds,
  /** The `next` value of the previous page. */
  before: z.optional(z.string().check(z.refine(isCursor, messages.noSuchPlace))),
  perPage: z._default(PageSize, TIMELINE_PAGE),
})
const TimelinePage = z.object({ events: z.array(TimelineEvent), next: z.nullable(z.string()) })

/** Row of the customer lists (operations 3). `createdAt`: registration. */
export const UserRow = z.object({
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  dateOfBirth: z.nullable(Day),
  rosettaCardNumber: z.nullable(z.string()),
  createdAt: Instant,
  /** Subscription in force, else the last one; Basic: never had one. `endedAt` and `reason` are of the last one. */
  lastest_subscription: z.object({
    subscriptionName: z.string(),
    endsAt: z.nullable(Instant),
    endedAt: z.nullable(Instant),
    reason: z.string(),
  }),
})
export type UserRow = z.infer<typeof UserRow>

/** Kids club member, with or without a guardian's consent. */
export const KidsClubUser = z.object({
  userId: z.int(),
  createdAt: Instant,
  email: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  rosettaCardNumber: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  dateOfBirth: z.nullable(Day),
  guardianName: z.string(),
  consentDate: z.nullable(Day),
  consentSource: z.nullable(z.string()),
  version: z.int(),
})
export type KidsClubUser = z.infer<typeof KidsClubUser>

export const GuestRow = z.object({
  customer_email: z.string(),
  customer_name: z.string(),
  lastPurchaseDate: Instant,
  purchases: z.int(),
})
export type GuestRow = z.infer<typeof GuestRow>

/** Customer, or guest known by email only. */
export type CustomerOrGuest = { id: number } | { email: string }

/** Customer, or guest without an id. `at`: registration or last purchase. */
export const Person = z.object({
  id: z.nullable(z.int()),
  name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  status: z.enum(STATUSES),
  /** Plan of the subscription in force, else of the last one. */
  plan: z.nullable(z.string()),
  at: Instant,
})
export type Person = z.infer<typeof Person>

const LineStatus = z.enum(['Paid', 'Refunded', 'Partly refunded'])

/** Line of a guest's purchases. Money in naira; date and time in the chain's zone. */
export const BookingActivity = z.object({
  bookingId: z.string(),
  customer_name: z.string(),
  movieName: z.string(),
  movieDate: z.nullable(Day),
  movieTime: z.nullable(z.string()),
  /** Ticket, Concession or Subscription. */
  purchaseType: z.string(),
  quantity: z.int(),
  cinemaName: z.string(),
  totalPriceAfterDiscount: z.number(),
  status: LineStatus,
  /** Refunded naira. */
  refunded: z.number(),
  paymentReference: z.nullable(z.string()),
  /** Id of the payment's page. */
  paymentId: z.nullable(z.int()),
  createdAt: Instant,
})
export type BookingActivity = z.infer<typeof BookingActivity>

/** Line that a customer bought. `price`: paid naira. */
export const PurchasedLine = z.object({
  id: z.string(),
  product_name: z.string(),
  /** Movie of a ticket; empty: unknown. */
  movieName: z.string(),
  showAt: z.nullable(Instant),
  cinemaName: z.string(),
  /** `refundedQuantity` and `refunded` (naira): refunded part of the line. */
  quantity: z.int(),
  price: z.number(),
  status: LineStatus,
  refundedQuantity: z.int(),
  refunded: z.number(),
  paymentReference: z.nullable(z.string()),
  /** Id of the payment's page. */
  paymentId: z.nullable(z.int()),
  createdAt: Instant,
})
export type PurchasedLine = z.infer<typeof PurchasedLine>
const Purchased = z.object({ concession: z.array(PurchasedLine), ticket: z.array(PurchasedLine) })

/** Term of a subscription, with its payment. */
export const Membership = z.object({
  id: z.int(),
  subscriptionName: z.string(),
  numberOfMonths: z.int(),
  multiUserPlan: z.boolean(),
  /** Start of the term: the renewal. */
  subscriptionStartsAt: Instant,
  subscriptionExpiresAt: Instant,
  /** Paid naira; 0: given by staff or a voucher; null: no payment was reported. */
  orderAmount: z.nullable(z.number()),
  paid: z.enum(['payment', 'voucher', 'staff', 'unknown']),
  paymentReference: z.nullable(z.string()),
  /** Id of the payment's page. */
  paymentId: z.nullable(z.int()),
  /** Price of the plan when the term was sold. */
  monthlyPrice: z.number(),
})
export type Membership = z.infer<typeof Membership>

/** Stored payment card, never with its number. */
export const StoredCard = z.object({
  brand: z.string(),
  first6: z.string(),
  last4: z.string(),
  /** MM/YY */
  expiry: z.string(),
})

export const CustomerRecord = z.object({
  userData: z.object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.nullable(z.string()),
    mobile: z.nullable(z.string()),
    dateOfBirth: z.nullable(Day),
    gender: z.nullable(z.enum(GENDERS)),
    createdAt: Instant,
    preferredBillingCycle: z.nullable(z.enum(BILLING_CYCLES)),
    profileImage: z.nullable(z.string()),
    rosettaCardNumber: z.nullable(z.string()),
    /** Whether a PIN is stored for the card. The PIN itself is never returned. */
    hasCardPin: z.boolean(),
    card: z.nullable(StoredCard),
    status: z.enum(['Active', 'Unsubscribed']),
    defaultCinema: z.nullable(z.object({ id: z.string(), cinema_name: z.string() })),
    version: z.int(),
  }),
  userSubscriptionHistory: z.object({
    /** Subscription in force, else the next one. */
    active_subscription: z.nullable(
      z.object({
        /** Id of the plan on sale under this name; null: none. */
        subscriptionId: z.nullable(z.int()),
        subscriptionName: z.string(),
        startsAt: Instant,
        endsAt: Instant,
        /** First and last day, as saves accept them. A subscription that ends at midnight ends the day before. */
        subStartDate: Day,
        subEndDate: Day,
        monthlyPrice: z.number(),
      }),
    ),
    all_subscriptions: z.array(Membership),
  }),
  /** Customers that were merged into this customer. */
  mergedFrom: z.array(z.object({ id: z.int(), at: Instant, by: z.string() })),
  /** Purchases of the last six months. `guest_purchase`: bought under the customer's email without signing in. */
  userCompleteTransaction: z.object({
    guest_purchase: Purchased,
    customer_purchase: Purchased,
  }),
  /** Number of earlier purchases not shown. */
  olderPurchases: z.int(),
  /** Naira paid in total, net of refunds. Staff of some cinemas see their cinemas only. */
  spend: z.object({ naira: z.number(), purchases: z.int(), isPart: z.boolean() }),
  /** Facts of other features, as far as the caller can see them: points, the kids club. */
  facts: z.array(CustomerFact),
  /** Pending approval requests, newest first. `canOpen`: the caller has the permission of the action. */
  waiting: z.array(
    z.object({
      id: z.int(),
      action: z.enum(APPROVAL_ACTION_NAMES),
      requester: z.string(),
      createdAt: Instant,
      canOpen: z.boolean(),
    }),
  ),
  /** Habits derived from the customer's purchases and visits. */
  habits: z.object({
    /** Most seen genres, up to three. */
    preferences: z.array(z.string()),
    mostVisitedCinema: z.nullable(z.string()),
    trailersWatched: z.nullable(z.int()),
  }),
})
export type CustomerRecord = z.infer<typeof CustomerRecord>

/** Identity fields of create and edit. Phone numbers are accepted as typed and stored as E.164. */
const identity = {
  email: text(320, messages.invalidEmail),
  mobile: text(40, messages.noPhone),
  dateOfBirth: z.string(messages.noBirthDate).check(z.minLength(1, messages.noBirthDate)),
  gender: z.optional(z.nullable(z.enum(GENDERS, 'Gender is one of Female, Male, Other'))),
  preferredBillingCycle: z.optional(
    z.nullable(z.enum(BILLING_CYCLES, `Billing cycle is one of ${BILLING_CYCLES.join(', ')}`)),
  ),
  default_cinema_id: z.optional(z.nullable(text(40))),
}

export const CustomerCreate = z.object({
  ...identity,
  first_name: name(100, messages.noFirstName),
  last_name: name(100, messages.noLastName),
  password: z
    .string(messages.noPassword)
    .check(
      z.minLength(1, messages.noPassword),
      z.minLength(CUSTOMER_PASSWORD_MIN, messages.shortPassword),
      z.maxLength(PASSWORD_MOST, atMost),
    ),
  subscriptionId: DbId(messages.noPlan),
  subscripitionName: z.optional(optionalText(100)),
  numberOfMonths: z.coerce.number(messages.noMonths),
  /** Naira. An amount that differs from the server's is rejected with the right one (decisions: Deviations). */
  amount: z.optional(z.coerce.number(errors.enter('an amount'))),
  paymentType: z
    .string(messages.noPaymentType)
    .check(z.toUpperCase())
    .check(z.refine((type) => (PAYMENT_TYPES as readonly string[]).includes(type), messages.noPaymentType)),
})

export const CustomerEdit = z.object({
  ...identity,
  first_name: z.optional(name(100, messages.noFirstName)),
  last_name: z.optional(name(100, messages.noLastName)),
  firstName: z.optional(name(100, messages.noFirstName)),
  lastName: z.optional(name(100, messages.noLastName)),
  subscriptionId: z.optional(z.nullable(DbId(messages.noPlan))),
  subscripitionName: z.optional(optionalText(100)),
  /** Days, inclusive. Required while the customer has or gets a subscription. */
  subStartDate: z.optional(z.nullable(z.string())),
  subEndDate: z.optional(z.nullable(z.string())),
  /** Reason for a change of plan, days or email. Required then. */
  reason: z.optional(optionalText(REASON_LENGTH)),
  /** Omitted: unchanged. A stored card can be replaced but not removed. */
  rosettaCardNumber: z.optional(z.nullable(optionalText(40))),
  /** Required for a new card. Empty for a stored card: the PIN is unchanged. */
  rosettaCardPin: z.optional(z.nullable(z.string())),
  version: Version,
})

/** Customer without a subscription. The customer chooses the rest, such as the password. */
export const CustomerAdd = z.object({
  ...identity,
  first_name: name(100, messages.noFirstName),
  last_name: name(100, messages.noLastName),
})

/** Saved form of the customer (`formOf`). A stale save (409) is answered with it. */
export const CustomerForm = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile: z.string(),
  dateOfBirth: z.string(),
  gender: z.nullable(z.enum(GENDERS)),
  preferredBillingCycle: z.nullable(z.enum(BILLING_CYCLES)),
  default_cinema_id: z.nullable(z.string()),
  subscriptionId: z.nullable(z.int()),
  subscripitionName: z.string(),
  subStartDate: z.nullable(Day),
  subEndDate: z.nullable(Day),
  rosettaCardNumber: z.nullable(z.string()),
  version: z.int(),
})
export type CustomerForm = z.infer<typeof CustomerForm>

const integerFrom = (least: number, most: number, message: string) =>
  z.coerce.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message))

const usersFilter = {
  search_query: SearchTerm,
  type: z.optional(z.enum(['ACTIVE', 'INACTIVE'], 'type is ACTIVE or INACTIVE')),
  /** Plan in force, by its name. */
  plan: textChoice(100),
  /** Plan of the last subscription so far, in force or not, and its end. */
  last_plan: textChoice(100),
  ended: days(),
  registered: days(),
  /** For INACTIVE: customers who had a subscription, or never had one. */
  had: z.optional(z.enum(['before', 'never'], 'had is before or never')),
  sort: sorting('name', 'email', 'createdAt', 'ended'),
}
/** Selected customers, as comma-separated ids. */
const ids = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,999}$/, 'ids must be up to 1,000 numbers, separated by commas')),
    z.transform((written: string) => written.split(',').map(Number)),
  ),
)
const everybodyFilter = {
  search: SearchTerm,
  status: choice(STATUSES, `status is ${STATUSES.join(', ')}`),
  sort: sorting('createdAt', 'name', 'email'),
}
const guestsFilter = {
  search: SearchTerm,
  last_purchase: days(),
  /** Number of purchases. */
  purchases: counts(),
  sort: sorting('lastPurchaseDate', 'customer_name', 'customer_email'),
}
const allFilter = {
  search_query: SearchTerm,
  forKidsClub: z.optional(z.enum(['true', 'false'], 'forKidsClub is true or false')),
  /** For the kids club: with or without a guardian's consent. */
  consent: z.optional(z.enum(['given', 'missing'], 'consent is given or missing')),
  /** For the kids club: years; empty: no date of birth. */
  age: counts({ canBeEmpty: true }),
  /** For the kids club: day of turning 13. */
  turns_13: days(),
  /** Day of joining the kids club, or of registration. */
  joined: days(),
  sort: sorting('createdAt', 'name', 'email'),
}

/** Operations 7, Customers. */
/** Lost subscription: it ended in a range and was not renewed in it. */
export const Churn = z.object({
  id: z.string(),
  reason: z.string(),
  date: Day,
  subscriptionName: z.string(),
  /** Lost naira a month. */
  price: z.number(),
  /** Null: erased since, or never registered. */
  user: z.optional(
    z.nullable(z.object({ id: z.int(), firstName: z.string(), lastName: z.string(), email: z.nullable(z.string()) })),
  ),
})
export type Churn = z.infer<typeof Churn>

const churnFilter = {
  search: SearchTerm,
  /** Range of end days. No end: until today. */
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  plan: textChoice(100),
  /** Naira a month. */
  price: amounts(),
}

/** Customers that cinema staff see: those of their cinemas, or all. */
const CustomerSharing = z.object({ with: z.enum(SHARING) })

export const customers = endpoints('customers', {
  list: {
    method: 'GET',
    path: '/subscriptions/user-type',
    permission: 'customers:read',
    summary: 'List customers with an active subscription (ACTIVE), without one (INACTIVE), or both',
    allowReplica: true,
    query: z.object({ ...paging(USER_PAGE), ...usersFilter }),
    reply: z.object({ users: z.array(UserRow), totalCount: z.int() }),
  },
  listCsv: {
    method: 'GET',
    path: '/subscriptions/user-type.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'Export the list of customers as CSV (users.csv or unsubscribed-users.csv)',
    allowReplica: true,
    query: z.object({ ...usersFilter, ids, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  all: {
    method: 'GET',
    path: '/admin/all-users',
    permission: 'session',
    summary:
      'List registered customers. With forKidsClub=true, list kids club members, for which kids-club:read is enough.',
    allowReplica: true,
    query: z.object({ ...paging(USER_PAGE), ...allFilter }),
    reply: z.object({ users: z.array(z.union([KidsClubUser, UserRow])), totalItems: z.int() }),
  },
  allCsv: {
    method: 'GET',
    path: '/admin/all-users.csv',
    permission: 'session',
    reauthenticate: true,
    summary:
      'Export registered customers or kids club members as CSV (users.csv or guest-users.csv). Needs customers:export or kids-club:export.',
    allowReplica: true,
    query: z.object({ ...allFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  find: {
    method: 'GET',
    path: '/admin/find-users',
    permission: 'customers:read',
    summary: 'Find customers by name, email, phone, card number or payment reference',
    allowReplica: true,
    query: z.object({ keyword: SearchTerm }),
    reply: z.array(UserRow),
  },
  everybody: {
    method: 'GET',
    path: '/admin/everybody',
    permission: 'customers:read',
    summary: 'List customers, then guests, as one list',
    allowReplica: true,
    query: z.object({ ...paging(USER_PAGE), ...everybodyFilter }),
    reply: z.object({ people: z.array(Person), totalCount: z.int() }),
  },
  everybodyCsv: {
    method: 'GET',
    path: '/admin/everybody.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'Export customers and guests as CSV (all-users.csv)',
    allowReplica: true,
    query: z.object({ ...everybodyFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  guests: {
    method: 'GET',
    path: '/purchase_history/guest-users',
    permission: 'customers:read',
    summary: 'List guests: people who bought without an account',
    allowReplica: true,
    query: z.object({ ...paging(USER_PAGE), ...guestsFilter }),
    reply: z.object({ guestUsers: z.array(GuestRow), totalCount: z.int() }),
  },
  guestsCsv: {
    method: 'GET',
    path: '/purchase_history/guest-users.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'Export guests as CSV (guest-users.csv)',
    allowReplica: true,
    query: z.object({ ...guestsFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  guestBookings: {
    method: 'GET',
    path: '/analytics/guest-users/booking-activity/{email}',
    permission: 'customers:read',
    summary: 'List the purchases of a guest, newest first. Views are in the audit log.',
    allowReplica: true,
    params: GuestEmail,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ bookingActivities: z.array(BookingActivity), totalCount: z.int() }),
  },
  churns: {
    method: 'GET',
    path: '/churns',
    permission: 'customers:read',
    summary: 'List subscriptions that ended in a range without renewal. With $include=user, include their customers.',
    allowReplica: true,
    query: ofBusinessDays(z.object({ ...paging(USER_PAGE), $include: z.optional(z.string()), ...churnFilter })),
    reply: z.object({ churns: z.array(Churn), totalCount: z.int() }),
  },
  churnsCsv: {
    method: 'GET',
    path: '/churns.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'Export ended subscriptions as CSV (churn.csv)',
    allowReplica: true,
    query: ofBusinessDays(z.object({ ...churnFilter, columns: ColumnChoice })),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/admin/customers/{id}',
    permission: 'customers:read',
    summary: 'Fetch the profile of a customer, also by a merged id. Views are in the audit log.',
    params: CustomerId,
    reply: CustomerRecord,
  },
  timeline: {
    method: 'GET',
    path: '/admin/customers/{id}/timeline',
    permission: 'customers:read',
    summary: 'List the timeline of a customer, newest first. The `next` value leads to the next page.',
    params: CustomerId,
    query: TimelineQuery,
    reply: TimelinePage,
  },
  addNote: {
    method: 'POST',
    path: '/admin/customers/{id}/notes',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: 'Add a note about a customer',
    params: CustomerId,
    body: z.object({ text: NoteText }),
    reply: z.object({ noteId: z.int() }),
    status: 201,
    says: messages.noteAdded,
  },
  editNote: {
    method: 'PUT',
    path: '/admin/customers/{id}/notes/{noteId}',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: 'Edit your own note',
    params: NoteId,
    body: z.object({ text: NoteText, version: Version }),
    reply: z.object({ text: z.string(), version: z.int() }),
    says: messages.noteSaved,
  },
  removeNote: {
    method: 'DELETE',
    path: '/admin/customers/{id}/notes/{noteId}',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: 'Delete your own note or, as a superadmin, any note. It can be restored for 30 days.',
    params: NoteId,
    says: messages.noteDeleted,
  },
  restoreNote: {
    method: 'POST',
    path: '/admin/customers/{id}/notes/{noteId}/restore',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: 'Restore a deleted note',
    params: NoteId,
    says: messages.noteRestored,
  },
  guestTimeline: {
    method: 'GET',
    path: '/admin/guests/{email}/timeline',
    permission: 'customers:read',
    summary: 'List the timeline of a guest, newest first. The `next` value leads to the next page.',
    params: GuestEmail,
    query: TimelineQuery,
    reply: TimelinePage,
  },
  addGuestNote: {
    method: 'POST',
    path: '/admin/guests/{email}/notes',
    permission: 'customers:write',
    about: { guest: 'params.email' },
    summary: 'Add a note about a guest',
    params: GuestEmail,
    body: z.object({ text: NoteText }),
    reply: z.object({ noteId: z.int() }),
    status: 201,
    says: messages.noteAdded,
  },
  editGuestNote: {
    method: 'PUT',
    path: '/admin/guests/{email}/notes/{noteId}',
    permission: 'customers:write',
    about: { guest: 'params.email' },
    summary: 'Edit your own note about a guest',
    params: GuestNoteId,
    body: z.object({ text: NoteText, version: Version }),
    reply: z.object({ text: z.string(), version: z.int() }),
    says: messages.noteSaved,
  },
  removeGuestNote: {
    method: 'DELETE',
    path: '/admin/guests/{email}/notes/{noteId}',
    permission: 'customers:write',
    about: { guest: 'params.email' },
    summary: 'Delete your own note about a guest or, as a superadmin, any note. It can be restored for 30 days.',
    params: GuestNoteId,
    says: messages.noteDeleted,
  },
  restoreGuestNote: {
    method: 'POST',
    path: '/admin/guests/{email}/notes/{noteId}/restore',
    permission: 'customers:write',
    about: { guest: 'params.email' },
    summary: 'Restore a deleted note about a guest',
    params: GuestNoteId,
    says: messages.noteRestored,
  },
  concessionPurchases: {
    method: 'GET',
    path: '/admin/customers/{id}/concession-purchases',
    permission: 'customers:read',
    summary: 'List counter purchases of a customer, guest purchases under their email included',
    allowReplica: true,
    params: CustomerId,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ purchases: z.array(PurchasedLine), totalCount: z.int() }),
  },
  ticketPurchases: {
    method: 'GET',
    path: '/admin/customers/{id}/ticket-purchases',
    permission: 'customers:read',
    summary: 'List ticket purchases of a customer, guest purchases under their email included',
    allowReplica: true,
    params: CustomerId,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ purchases: z.array(PurchasedLine), totalCount: z.int() }),
  },
  memberships: {
    method: 'GET',
    path: '/subscriptions/customers/{id}',
    permission: 'customers:read',
    summary: 'List the subscription terms of a customer with their payments, newest first',
    allowReplica: true,
    params: CustomerId,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ subscriptions: z.array(Membership), totalCount: z.int() }),
  },
  create: {
    method: 'POST',
    path: '/admin/create-customer',
    permission: 'superadmin',
    summary: 'Create a customer with a paid subscription',
    body: CustomerCreate,
    reply: z.object({ userId: z.int() }),
    status: 201,
    says: 'Customer created',
    transaction: 'own',
    alsoStale: ['analytics', 'tiers'],
  },
  add: {
    method: 'POST',
    path: '/admin/customers',
    permission: 'superadmin',
    summary: 'Add a customer without a subscription. They choose a password through an emailed link.',
    body: CustomerAdd,
    reply: z.object({ userId: z.int(), version: z.int() }),
    status: 201,
    says: 'Customer added',
    alsoStale: ['analytics'],
  },
  undo: {
    method: 'POST',
    path: '/admin/customers/{id}/take-back',
    permission: 'superadmin',
    summary: 'Undo adding a customer who was not changed or active since',
    params: CustomerId,
    body: z.object({ version: Version }),
    says: 'Customer removed',
    alsoStale: ['analytics'],
  },
  edit: {
    method: 'PUT',
    path: '/admin/edit-profile/{id}',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: "Edit a customer's profile and card or, as a superadmin, the plan. A new email or plan needs a reason.",
    approval: ['plans', 'contacts'],
    params: CustomerId,
    body: CustomerEdit,
    reply: CustomerRecord,
    says: 'Profile saved',
    transaction: 'own',
    alsoStale: ['analytics', 'points', 'tiers', 'payments'],
  },
  cancelSubscription: {
    method: 'POST',
    path: '/admin/customers/{id}/cancel-subscription',
    permission: 'superadmin',
    summary: 'Cancel the active subscription now or on an earlier last day, with a reason',
    approval: 'cancellations',
    params: CustomerId,
    body: z.object({
      /** Omitted: ends now. */
      lastDay: z.optional(Day),
      reason: text(REASON_LENGTH, messages.noCancelReason),
    }),
    says: messages.cancelled,
    alsoStale: ['analytics', 'points', 'tiers', 'payments'],
  },
  setPicture: {
    method: 'PATCH',
    path: '/admin/profile-picture/{id}',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: "Upload a customer's picture (PNG, JPEG, GIF, WebP or AVIF, up to 5 MB)",
    params: CustomerId,
    files: true,
    reply: z.object({ profileImage: z.string() }),
    says: messages.uploaded,
  },
  clearToken: {
    method: 'DELETE',
    path: '/admin/customer/{id}',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: "Clear Token: end the customer's sign-ins on the website and the app",
    params: CustomerId,
    says: messages.tokenCleared,
  },
  resetPassword: {
    method: 'POST',
    path: '/admin/customers/{id}/reset-password',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: 'Email the customer a password reset link (single use, 30 minutes)',
    params: CustomerId,
    says: messages.emailSent,
  },
  sharing: {
    method: 'GET',
    path: '/admin/customer-sharing',
    permission: 'admins:read',
    summary: 'Fetch which customers cinema staff can see',
    reply: CustomerSharing,
  },
  setSharing: {
    method: 'PUT',
    path: '/admin/customer-sharing',
    permission: 'superadmin',
    summary: 'Choose which customers cinema staff can see: those of their cinemas, or all',
    reauthenticate: true,
    approval: 'sharing',
    body: CustomerSharing,
    reply: CustomerSharing,
    says: 'Saved',
  },
  changes: {
    method: 'GET',
    path: '/feed/changes',
    permission: 'feed',
    summary: "List changes of the key's customers, oldest first, with their current data",
    query: z.object({
      /** Number of the last change that was read. */
      after: z._default(integerFrom(0, Number.MAX_SAFE_INTEGER, 'after is the id of a change'), 0),
      limit: z._default(integerFrom(1, 1000, 'limit is a whole number from 1 to 1000'), 100),
    }),
    reply: z.object({
      changes: z.array(
        z.object({
          id: z.int(),
          /** The sender's id, or the id of Marquee for a customer created here. */
          customer_id: z.string(),
          kind: z.string(),
          at: Instant,
          /** Current data; null: erased or merged. */
          customer: z.nullable(
            z.object({
              first_name: z.string(),
              last_name: z.string(),
              email: z.nullable(z.string()),
              phone: z.nullable(z.string()),
              birth_date: z.nullable(Day),
              tokens_cleared_at: z.nullable(Instant),
            }),
          ),
          /** Customer that a merged customer became. */
          merged_into: z.nullable(z.string()),
        }),
      ),
      next: z.int(),
    }),
  },
})
