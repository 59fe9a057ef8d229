import * as z from 'zod/mini'
import { atMost } from '#contract/characters.ts'
import { endpoints } from '#contract/endpoint.ts'
import { Day, Version, VersionInQuery, singleSpaced, tidied } from '#contract/atoms.ts'
import { KidsClubUser } from '#features/customers/customers/contract.ts'
import { CONSENT_SOURCES, GUARDIAN_LENGTH, messages } from './rules.ts'

const id = z.coerce.number(messages.noSuchMember).check(z.int(messages.noSuchMember))

/** Consent: both date and source, or neither. */
const guardian = {
  guardianName: z._default(z.string().check(tidied, singleSpaced, atMost(GUARDIAN_LENGTH, messages.longGuardian)), ''),
  consentDate: z._default(z.nullable(Day), null),
  consentSource: z._default(z.nullable(z.enum(CONSENT_SOURCES, messages.badConsentSource)), null),
}

/** What the club keeps of a member beside who the customer is. `createdAt` is when they joined. */
export const ClubMember = z.pick(KidsClubUser, {
  userId: true,
  createdAt: true,
  guardianName: true,
  consentDate: true,
  consentSource: true,
  version: true,
})
export type ClubMember = z.infer<typeof ClubMember>

/** The list itself is `GET /admin/all-users?forKidsClub=true` of the customers; these calls are ours to name. */
export const kidsClub = endpoints('kids-club', {
  summary: {
    method: 'GET',
    path: '/kids-club/summary',
    permission: 'kids-club:read',
    summary: "Count kids club members, and those without a guardian's consent",
    allowReplica: true,
    reply: z.object({ members: z.int(), without_consent: z.int() }),
  },
  member: {
    method: 'GET',
    path: '/kids-club/{id}',
    permission: 'kids-club:read',
    summary: "Fetch a customer's kids club membership, or null. Views are in the audit log.",
    params: z.object({ id }),
    reply: z.nullable(ClubMember),
  },
  add: {
    method: 'POST',
    path: '/kids-club',
    // Whoever is added is listed then, with name, email, phone and birth date.
    permission: ['kids-club:write', 'customers:read'],
    about: { customer: 'body.userId' },
    summary: 'Add a customer to the kids club. With `joinedAt`, add a removed member back.',
    body: z.object({
      userId: z.number(messages.noCustomer).check(z.int(messages.noCustomer)),
      ...guardian,
      joinedAt: z.optional(
        z.string(messages.badJoined).check(z.refine((at) => !Number.isNaN(Date.parse(at)), messages.badJoined)),
      ),
    }),
    // A reply that is kept for a second try would keep the guardian's name.
    reply: z.object({ userId: z.int(), version: z.int() }),
    status: 201,
    says: messages.added,
    alsoStale: ['customers'],
  },
  edit: {
    method: 'PUT',
    path: '/kids-club/{id}',
    permission: 'kids-club:write',
    about: { customer: 'params.id' },
    summary: "Edit a member's guardian and consent",
    params: z.object({ id }),
    body: z.object({ ...guardian, version: Version }),
    reply: ClubMember,
    says: messages.saved,
    alsoStale: ['customers'],
  },
  remove: {
    method: 'DELETE',
    path: '/kids-club/{id}',
    permission: 'kids-club:write',
    about: { customer: 'params.id' },
    summary: 'Remove a customer from the kids club. The customer stays.',
    params: z.object({ id }),
    query: VersionInQuery,
    // What it takes to put them back.
    reply: ClubMember,
    says: messages.removed,
    alsoStale: ['customers'],
  },
})
