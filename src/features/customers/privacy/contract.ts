import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Instant, paging, text, Version } from '#contract/atoms.ts'
import { DUPLICATES_PAGE, MERGE_FIELD_NAMES, messages, REASON_LENGTH, SIDES } from './rules.ts'

const id = z.coerce
  .number(messages.noSuchCustomer)
  .check(z.int(messages.noSuchCustomer), z.minimum(1, messages.noSuchCustomer))
const CustomerId = z.object({ id })

/** Something that is kept of an erased person, and why. */
const Retained = z.object({ what: z.string(), count: z.int(), reason: z.string() })
export type Retained = z.infer<typeof Retained>

const Erasure = z.object({
  at: Instant,
  actor: z.string(),
  reason: z.string(),
  retained: z.array(Retained),
  /** Until the person is out of all texts: how many of the tables are done, and since when it fails. */
  running: z.nullable(z.object({ done: z.int(), tables: z.int(), failedAt: z.nullable(Instant) })),
})
export type Erasure = z.infer<typeof Erasure>

const Guest = z.object({ email: text(320) })
const EraseBody = z.object({
  /** The email, or the full name. */
  confirmation: text(320, 'Field is empty'),
  reason: text(REASON_LENGTH, messages.noReason),
})

const Overview = z.object({
  /** Empty for one who is erased. */
  name: z.string(),
  email: z.nullable(z.string()),
  goes: z.array(z.object({ what: z.string(), count: z.int() })),
  keeps: z.array(Retained),
  /** What runs for them or is owed to them, in words; what `isToSettle` keeps them from being erased. */
  owed: z.array(z.object({ text: z.string(), isToSettle: z.boolean() })),
  /** The customer whose address a guest's is: what is done with their data covers what was bought as a guest. */
  customerId: z.nullable(z.int()),
  erasure: z.nullable(Erasure),
})
export type Overview = z.infer<typeof Overview>

/** A record as the duplicates screens show it. */
export const DuplicateRecord = z.object({
  id: z.int(),
  version: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  createdAt: Instant,
  purchases: z.int(),
})
export type DuplicateRecord = z.infer<typeof DuplicateRecord>

const Pair = z.object({
  one: DuplicateRecord,
  other: DuplicateRecord,
  samePhone: z.boolean(),
  sameNameAndBirth: z.boolean(),
})
export type DuplicatePair = z.infer<typeof Pair>

const alsoStale = ['customers', 'analytics', 'points', 'payments', 'kids-club', 'audit', 'movies'] as const

/** A person's data, for superadmins. */
export const privacy = endpoints('privacy', {
  export: {
    method: 'GET',
    path: '/admin/customers/{id}/data.zip',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Export the data of a customer as JSON and CSV in one archive',
    params: CustomerId,
    stream: 'application/zip',
  },
  erasure: {
    method: 'GET',
    path: '/admin/customers/{id}/erasure',
    permission: 'superadmin',
    summary: 'Fetch what erasing a customer removes and keeps, or what an erasure kept',
    params: CustomerId,
    reply: Overview,
  },
  erase: {
    method: 'POST',
    path: '/admin/customers/{id}/erase',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'erasure',
    summary: 'Erase a customer. Accounts and reports keep their records without the person.',
    params: CustomerId,
    body: EraseBody,
    reply: Erasure,
    says: messages.erased,
    alsoStale,
    // A stored reply would be no harm, a stored hash of the confirmation would.
    transaction: 'own',
  },
  exportGuest: {
    method: 'GET',
    path: '/admin/guests/{email}/data.zip',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Export the data of a guest as JSON and CSV in one archive',
    params: Guest,
    stream: 'application/zip',
  },
  guestErasure: {
    method: 'GET',
    path: '/admin/guests/{email}/erasure',
    permission: 'superadmin',
    summary: 'Fetch what erasing a guest removes and keeps, or what an erasure kept',
    params: Guest,
    reply: Overview,
  },
  eraseGuest: {
    method: 'POST',
    path: '/admin/guests/{email}/erase',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'erasure',
    summary: 'Erase a guest. Accounts and reports keep their records without the person.',
    params: Guest,
    body: EraseBody,
    reply: Erasure,
    says: messages.guestErased,
    alsoStale,
    transaction: 'own',
  },
  duplicates: {
    method: 'GET',
    path: '/admin/duplicates',
    permission: 'superadmin',
    summary: 'List possible duplicates: same phone, or same name and date of birth',
    query: z.object({
      ...paging(DUPLICATES_PAGE),
      by: z.optional(z.enum(['phone', 'name'], 'by is phone or name')),
    }),
    reply: z.object({ pairs: z.array(Pair), totalCount: z.int() }),
  },
  duplicatesOf: {
    method: 'GET',
    path: '/admin/customers/{id}/duplicates',
    permission: 'superadmin',
    summary: 'List the possible duplicates of a customer',
    params: CustomerId,
    reply: z.array(Pair),
  },
  dismiss: {
    method: 'POST',
    path: '/admin/duplicates/dismiss',
    permission: 'superadmin',
    summary: 'Mark a pair of possible duplicates as different people',
    body: z.object({ one: id, other: id }),
    says: messages.dismissed,
  },
  undismiss: {
    method: 'POST',
    path: '/admin/duplicates/restore',
    permission: 'superadmin',
    summary: 'Restore a pair to the possible duplicates',
    body: z.object({ one: id, other: id }),
    says: messages.undismissed,
  },
  comparison: {
    method: 'GET',
    path: '/admin/customers/{id}/merge/{other}',
    permission: 'superadmin',
    summary: 'Compare two customers field by field before a merge',
    params: z.object({ id, other: id }),
    reply: z.object({
      this: DuplicateRecord,
      other: DuplicateRecord,
      fields: z.array(
        z.object({
          field: z.enum(MERGE_FIELD_NAMES),
          this: z.nullable(z.string()),
          other: z.nullable(z.string()),
        }),
      ),
      /** What both have together afterwards. */
      adds: z.array(z.object({ what: z.string(), this: z.int(), other: z.int() })),
    }),
  },
  merge: {
    method: 'POST',
    path: '/admin/customers/{id}/merge',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'erasure',
    summary: 'Merge two customers into one with the history of both',
    params: CustomerId,
    body: z.object({
      other: id,
      /** Where the value is the other's; a field that is left out stays this one's. */
      fields: z.optional(z.partialRecord(z.enum(MERGE_FIELD_NAMES), z.enum(SIDES))),
      version: Version,
      otherVersion: Version,
    }),
    reply: z.object({ id: z.int() }),
    says: messages.merged,
    alsoStale,
  },
  merges: {
    method: 'GET',
    path: '/admin/customers/{id}/merges',
    permission: 'superadmin',
    summary: 'List merges of a customer that can still be undone, newest first',
    params: CustomerId,
    reply: z.array(z.object({ merged: z.int(), at: Instant, by: z.string() })),
  },
  undoMerge: {
    method: 'POST',
    path: '/admin/customers/{id}/merge/{other}/undo',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'erasure',
    summary: 'Undo a merge within 24 hours. Later changes stay with the remaining customer.',
    params: z.object({ id, other: id }),
    reply: z.object({
      id: z.int(),
      /** What stays with the customer that was kept, because it was added or changed since, in words. */
      stays: z.array(z.string()),
    }),
    says: messages.unmerged,
    alsoStale,
  },
})
