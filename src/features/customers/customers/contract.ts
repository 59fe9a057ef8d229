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
        `kinds are of ${TIMELINE_KINDS.join(', ')}, with commas between them`,
      ),
    ),
)
const TimelineQuery = z.object({
  kinds: Kinds,
  /** The `next` of the page before. */
  before: z.optional(z.string().check(z.refine(isCursor, messages.noSuchPlace))),
  perPage: z._default(PageSize, TIMELINE_PAGE),
})
const TimelinePage = z.object({ events: z.array(TimelineEvent), next: z.nullable(z.string()) })

/** A line of the customer lists (operations 3). `createdAt` is when the person registered. */
export const UserRow = z.object({
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  dateOfBirth: z.nullable(Day),
  rosettaCardNumber: z.nullable(z.string()),
  createdAt: Instant,
  /** The one in force, else the last there was; Basic for one who never had any. `endedAt` and `reason` of the latter. */
  lastest_subscription: z.object({
    subscriptionName: z.string(),
    endsAt: z.nullable(Instant),
    endedAt: z.nullable(Instant),
    reason: z.string(),
  }),
})
export type UserRow = z.infer<typeof UserRow>

/** A member of the kids club: a customer with a guardian's consent, or without one yet. */
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

/** A customer, or a guest, who is known by the address alone. */
export type CustomerOrGuest = { id: number } | { email: string }

/** A customer, or a guest, who has no id. `at`: when they registered, or last bought. */
export const Person = z.object({
  id: z.nullable(z.int()),
  name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  status: z.enum(STATUSES),
  /** Of the subscription in force, else of the last there was. */
  plan: z.nullable(z.string()),
  at: Instant,
})
export type Person = z.infer<typeof Person>

const LineStatus = z.enum(['Paid', 'Refunded', 'Partly refunded'])

/** One line of a guest's purchases. Money in naira; date and time are the chain's zone's. */
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
  /** Naira that were given back. */
  refunded: z.number(),
  paymentReference: z.nullable(z.string()),
  /** Of its page in the payment log. */
  paymentId: z.nullable(z.int()),
  createdAt: Instant,
})
export type BookingActivity = z.infer<typeof BookingActivity>

/** One line that a customer bought; `price` is what was paid for it, in naira. */
export const PurchasedLine = z.object({
  id: z.string(),
  product_name: z.string(),
  /** Of a ticket; '' where it is not known. */
  movieName: z.string(),
  showAt: z.nullable(Instant),
  cinemaName: z.string(),
  /** As it was bought; `refundedQuantity` and `refunded` (naira) of it came back. */
  quantity: z.int(),
  price: z.number(),
  status: LineStatus,
  refundedQuantity: z.int(),
  refunded: z.number(),
  paymentReference: z.nullable(z.string()),
  /** Of its page in the payment log. */
  paymentId: z.nullable(z.int()),
  createdAt: Instant,
})
export type PurchasedLine = z.infer<typeof PurchasedLine>
const Purchased = z.object({ concession: z.array(PurchasedLine), ticket: z.array(PurchasedLine) })

/** One term of a subscription, and what was paid for it. */
export const Membership = z.object({
  id: z.int(),
  subscriptionName: z.string(),
  numberOfMonths: z.int(),
  multiUserPlan: z.boolean(),
  /** When it began: the renewal. */
  subscriptionStartsAt: Instant,
  subscriptionExpiresAt: Instant,
  /** Naira that were paid for it: 0 for what staff or a voucher gave; null when no program reported a payment. */
  orderAmount: z.nullable(z.number()),
  paid: z.enum(['payment', 'voucher', 'staff', 'unknown']),
  paymentReference: z.nullable(z.string()),
  /** Of its page in the payment log. */
  paymentId: z.nullable(z.int()),
  /** Of the plan, as the term was sold. */
  monthlyPrice: z.number(),
})
export type Membership = z.infer<typeof Membership>

/** A stored payment card: never its number. */
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
    /** Whether a PIN is kept for the card; the PIN itself is never told. */
    hasCardPin: z.boolean(),
    card: z.nullable(StoredCard),
    status: z.enum(['Active', 'Unsubscribed']),
    defaultCinema: z.nullable(z.object({ id: z.string(), cinema_name: z.string() })),
    version: z.int(),
  }),
  userSubscriptionHistory: z.object({
    /** The one in force, else the next to come. */
    active_subscription: z.nullable(
      z.object({
        /** Of the plan that is sold under its name; null when there is none. */
        subscriptionId: z.nullable(z.int()),
        subscriptionName: z.string(),
        startsAt: Instant,
        endsAt: Instant,
        /** Its first and last day, as a save takes them: what ends at midnight ends with the day before. */
        subStartDate: Day,
        subEndDate: Day,
        monthlyPrice: z.number(),
      }),
    ),
    all_subscriptions: z.array(Membership),
  }),
  /** Customers that turned out to be this one. */
  mergedFrom: z.array(z.object({ id: z.int(), at: Instant, by: z.string() })),
  /** Of the last six months; `guest_purchase` is what was bought under the customer's email without signing in. */
  userCompleteTransaction: z.object({
    guest_purchase: Purchased,
    customer_purchase: Purchased,
  }),
  /** How many lines there are of before. */
  olderPurchases: z.int(),
  /** Naira that were paid for everything, less what was paid back; of whoever sees some cinemas, there alone. */
  spend: z.object({ naira: z.number(), purchases: z.int(), isPart: z.boolean() }),
  /** What other features say of the customer, to those who may see it: points, the kids club. */
  facts: z.array(CustomerFact),
  /** What a second person has to approve, newest first; `canOpen`: for whoever asks, who could do it themselves. */
  waiting: z.array(
    z.object({
      id: z.int(),
      action: z.enum(APPROVAL_ACTION_NAMES),
      requester: z.string(),
      createdAt: Instant,
      canOpen: z.boolean(),
    }),
  ),
  /** What the purchases and visits of the customer tell. */
  habits: z.object({
    /** Genres of the movies most often seen, at most three. */
    preferences: z.array(z.string()),
    mostVisitedCinema: z.nullable(z.string()),
    trailersWatched: z.nullable(z.int()),
  }),
})
export type CustomerRecord = z.infer<typeof CustomerRecord>

/** What both faces of the drawer hold of who a person is. Phone numbers come as people write them and are stored as E.164. */
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
  /** Naira; refused with the right amount when it is another than the server's (decisions: Deviations). */
  amount: z.optional(z.coerce.number('Amount is a number')),
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
  /** Days, inclusive. Needed while the customer has or is given a subscription. */
  subStartDate: z.optional(z.nullable(z.string())),
  subEndDate: z.optional(z.nullable(z.string())),
  /** Why plan, days or email are others than they were: needed then. */
  reason: z.optional(optionalText(REASON_LENGTH)),
  /** Left out, it stays; a card that the customer has is replaced, not taken away. */
  rosettaCardNumber: z.optional(z.nullable(optionalText(40))),
  /** Of a new card it is needed; of the one that is stored, empty keeps its PIN. */
  rosettaCardPin: z.optional(z.nullable(z.string())),
  version: Version,
})

/** A customer without a subscription: what they choose themselves, a password among it, they are asked for. */
export const CustomerAdd = z.object({
  ...identity,
  first_name: name(100, messages.noFirstName),
  last_name: name(100, messages.noLastName),
})

/** What a save says, as the customer stands now (`formOf`): a save that came too late (409) is answered with it. */
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
  /** Plan of the last subscription until now, in force or not, and when that one ends or ended. */
  last_plan: textChoice(100),
  ended: days(),
  registered: days(),
  /** Of INACTIVE: who had a subscription once, or never had one. */
  had: z.optional(z.enum(['before', 'never'], 'had is before or never')),
  sort: sorting('name', 'email', 'createdAt', 'ended'),
}
/** Some of them alone, by their ids with commas between. */
const ids = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,999}$/, 'ids are at most 1,000 numbers with commas between')),
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
  /** How many they are. */
  purchases: counts(),
  sort: sorting('lastPurchaseDate', 'customer_name', 'customer_email'),
}
const allFilter = {
  search_query: SearchTerm,
  forKidsClub: z.optional(z.enum(['true', 'false'], 'forKidsClub is true or false')),
  /** Of the kids club: with or without a guardian's consent. */
  consent: z.optional(z.enum(['given', 'missing'], 'consent is given or missing')),
  /** Of the kids club: whole years; empty without a date of birth. */
  age: counts({ canBeEmpty: true }),
  /** Of the kids club: when they turn 13. */
  turns_13: days(),
  /** When they joined the kids club, or registered. */
  joined: days(),
  sort: sorting('createdAt', 'name', 'email'),
}

/** Operations 7, Customers. */
/** A subscription that is lost in a range: it ended in it, and was not renewed in it. */
export const Churn = z.object({
  id: z.string(),
  reason: z.string(),
  date: Day,
  subscriptionName: z.string(),
  /** A month's, in naira: what is no longer paid. */
  price: z.number(),
  /** Null for one who was erased since, or never registered. */
  user: z.optional(
    z.nullable(z.object({ id: z.int(), firstName: z.string(), lastName: z.string(), email: z.nullable(z.string()) })),
  ),
})
export type Churn = z.infer<typeof Churn>

const churnFilter = {
  search: SearchTerm,
  /** Ended from this day to that; without an end, until today. */
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  plan: textChoice(100),
  /** A month's, in naira. */
  price: amounts(),
}

/** Whom people see whose role is for some cinemas: those who have bought there or call one of them theirs, or everybody. */
const CustomerSharing = z.object({ with: z.enum(SHARING) })

export const customers = endpoints('customers', {
  list: {
    method: 'GET',
    path: '/subscriptions/user-type',
    permission: 'customers:read',
    summary: 'Customers with a subscription in force (ACTIVE), without one (INACTIVE), or both',
    allowReplica: true,
    query: z.object({ ...paging(USER_PAGE), ...usersFilter }),
    reply: z.object({ users: z.array(UserRow), totalCount: z.int() }),
  },
  listCsv: {
    method: 'GET',
    path: '/subscriptions/user-type.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'The same list as CSV: users.csv, or unsubscribed-users.csv for INACTIVE',
    allowReplica: true,
    query: z.object({ ...usersFilter, ids, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  all: {
    method: 'GET',
    path: '/admin/all-users',
    permission: 'session',
    summary:
      'All registered customers (customers:read); with forKidsClub=true the kids club (kids-club:read does, too)',
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
      'The same as CSV, with customers:export or, of the kids club, kids-club:export: users.csv; guest-users.csv (operations 2)',
    allowReplica: true,
    query: z.object({ ...allFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  find: {
    method: 'GET',
    path: '/admin/find-users',
    permission: 'customers:read',
    summary: 'Customers for a picker, by any part of name, email, phone, card number or payment reference',
    allowReplica: true,
    query: z.object({ keyword: SearchTerm }),
    reply: z.array(UserRow),
  },
  everybody: {
    method: 'GET',
    path: '/admin/everybody',
    permission: 'customers:read',
    summary: 'Customers with and without a subscription, and guests after them, as one list',
    allowReplica: true,
    query: z.object({ ...paging(USER_PAGE), ...everybodyFilter }),
    reply: z.object({ people: z.array(Person), totalCount: z.int() }),
  },
  everybodyCsv: {
    method: 'GET',
    path: '/admin/everybody.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'The same list as CSV: all-users.csv',
    allowReplica: true,
    query: z.object({ ...everybodyFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  guests: {
    method: 'GET',
    path: '/purchase_history/guest-users',
    permission: 'customers:read',
    summary: 'People who bought without an account, by their email',
    allowReplica: true,
    query: z.object({ ...paging(USER_PAGE), ...guestsFilter }),
    reply: z.object({ guestUsers: z.array(GuestRow), totalCount: z.int() }),
  },
  guestsCsv: {
    method: 'GET',
    path: '/purchase_history/guest-users.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'The same as CSV: guest-users.csv',
    allowReplica: true,
    query: z.object({ ...guestsFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  guestBookings: {
    method: 'GET',
    path: '/analytics/guest-users/booking-activity/{email}',
    permission: 'customers:read',
    summary: 'What a guest bought, newest first; that it was opened is audited',
    allowReplica: true,
    params: GuestEmail,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ bookingActivities: z.array(BookingActivity), totalCount: z.int() }),
  },
  churns: {
    method: 'GET',
    path: '/churns',
    permission: 'customers:read',
    summary:
      'Subscriptions that ended in the range and were not renewed in it, newest first; with $include=user who had them',
    allowReplica: true,
    query: ofBusinessDays(z.object({ ...paging(USER_PAGE), $include: z.optional(z.string()), ...churnFilter })),
    reply: z.object({ churns: z.array(Churn), totalCount: z.int() }),
  },
  churnsCsv: {
    method: 'GET',
    path: '/churns.csv',
    permission: 'customers:export',
    reauthenticate: true,
    summary: 'The same list as CSV: churn.csv',
    allowReplica: true,
    query: ofBusinessDays(z.object({ ...churnFilter, columns: ColumnChoice })),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/admin/customers/{id}',
    permission: 'customers:read',
    summary: "A customer's profile, by the id of one that was merged into them too; that it was opened is audited",
    params: CustomerId,
    reply: CustomerRecord,
  },
  timeline: {
    method: 'GET',
    path: '/admin/customers/{id}/timeline',
    permission: 'customers:read',
    summary:
      'What happened with a customer, newest first, of the kinds that the caller may see; `next` is the next page',
    params: CustomerId,
    query: TimelineQuery,
    reply: TimelinePage,
  },
  addNote: {
    method: 'POST',
    path: '/admin/customers/{id}/notes',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: 'Note something about a customer, for all who see them',
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
    summary: 'Change a note of your own',
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
    summary: 'Delete a note: your own or, as a superadmin, any; it can be restored for 30 days',
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
    summary: 'What happened with a guest, newest first, of the kinds that the caller may see; `next` is the next page',
    params: GuestEmail,
    query: TimelineQuery,
    reply: TimelinePage,
  },
  addGuestNote: {
    method: 'POST',
    path: '/admin/guests/{email}/notes',
    permission: 'customers:write',
    about: { guest: 'params.email' },
    summary: 'Note something about a guest, for all who see them',
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
    summary: 'Change a note of your own about a guest',
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
    summary: 'Delete a note about a guest: your own or, as a superadmin, any; it can be restored for 30 days',
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
    summary: 'What a customer bought at the counter, signed in or under their email, newest first',
    allowReplica: true,
    params: CustomerId,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ purchases: z.array(PurchasedLine), totalCount: z.int() }),
  },
  ticketPurchases: {
    method: 'GET',
    path: '/admin/customers/{id}/ticket-purchases',
    permission: 'customers:read',
    summary: 'Tickets that a customer bought, signed in or under their email, newest first',
    allowReplica: true,
    params: CustomerId,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ purchases: z.array(PurchasedLine), totalCount: z.int() }),
  },
  memberships: {
    method: 'GET',
    path: '/subscriptions/customers/{id}',
    permission: 'customers:read',
    summary: "A customer's terms of subscriptions and what was paid for them, newest first",
    allowReplica: true,
    params: CustomerId,
    query: z.object(paging(BOOKING_PAGE)),
    reply: z.object({ subscriptions: z.array(Membership), totalCount: z.int() }),
  },
  create: {
    method: 'POST',
    path: '/admin/create-customer',
    permission: 'superadmin',
    summary: 'Register a customer with a subscription that was paid',
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
    summary: 'Add a customer without a subscription and a password, which they choose by a mailed link',
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
    summary: 'Take back that a customer was added: one whom nobody has changed, and who has done nothing since',
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
    summary:
      "Change a customer's profile and card; a superadmin also the plan and its days. Another email or plan takes a reason",
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
    summary: 'End the subscription in force, now or with a day before its last, and say why',
    approval: 'cancellations',
    params: CustomerId,
    body: z.object({
      /** Left out, it ends now. */
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
    summary: "Store a customer's picture (PNG, JPEG, GIF, WebP or AVIF, at most 5 MB)",
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
    summary: "Clear Token: end the customer's sign-ins on the web and mobile apps; the customer stays",
    params: CustomerId,
    says: messages.tokenCleared,
  },
  resetPassword: {
    method: 'POST',
    path: '/admin/customers/{id}/reset-password',
    permission: 'customers:write',
    about: { customer: 'params.id' },
    summary: 'Mail the customer a link to set a new password (single use, 30 minutes)',
    params: CustomerId,
    says: messages.emailSent,
  },
  sharing: {
    method: 'GET',
    path: '/admin/customer-sharing',
    permission: 'admins:read',
    summary: 'Which customers people see whose role is for some cinemas',
    reply: CustomerSharing,
  },
  setSharing: {
    method: 'PUT',
    path: '/admin/customer-sharing',
    permission: 'superadmin',
    summary: 'Choose which customers people see whose role is for some cinemas: those of their cinemas, or all',
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
    summary: "What changed here of the customers that the key's program reported, oldest first, and who they are now",
    query: z.object({
      /** The last change that was read. */
      after: z._default(integerFrom(0, Number.MAX_SAFE_INTEGER, 'after is the id of a change'), 0),
      limit: z._default(integerFrom(1, 1000, 'limit is a whole number from 1 to 1000'), 100),
    }),
    reply: z.object({
      changes: z.array(
        z.object({
          id: z.int(),
          /** The teller's id; of one that was made here, ours. */
          customer_id: z.string(),
          kind: z.string(),
          at: Instant,
          /** As it stands now; null for one who was erased or merged. */
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
          /** Of a merged one: whom it turned out to be. */
          merged_into: z.nullable(z.string()),
        }),
      ),
      next: z.int(),
    }),
  },
})
