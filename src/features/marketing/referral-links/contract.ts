import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import {
  ColumnChoice,
  DbId,
  Instant,
  isLink,
  paging,
  SearchTerm,
  sorting,
  text,
  Version,
  VersionInQuery,
} from '#contract/atoms.ts'
import { amounts, counts, days } from '#contract/filter.ts'
import { CODE, messages, NAME_LENGTH, PAGE } from './rules.ts'

/** A referral link (operations 3, there called cast member): what it led to is counted by its code. */
export const ReferralLink = z.object({
  id: z.int(),
  name: z.string(),
  movie: z.object({ movie_id: z.string(), movie_title: z.string() }),
  referral_code: z.string(),
  short_referral_link: z.string(),
  long_referral_link: z.string(),
  /** By people, each browser once a day: programs and previews are not counted. */
  clicks: z.int(),
  /** Refunds taken off, as of the revenue. */
  ticketsPurchased: z.int(),
  /** Naira. */
  revenueGenerated: z.number(),
  createdAt: Instant,
  version: z.int(),
})
export type ReferralLink = z.infer<typeof ReferralLink>

const filter = {
  search: SearchTerm,
  created: days(),
  clicks: counts(),
  /** Refunds taken off, as of the revenue. */
  tickets: counts(),
  revenue: amounts(),
  sort: sorting('name', 'createdAt', 'clicks', 'ticketsPurchased', 'revenueGenerated'),
}

const name = text(NAME_LENGTH, messages.noName)
const movieId = text(40, messages.noMovie)
/** An empty one is the same as none. */
const given = (isRight: (value: string) => boolean, message: string) =>
  z.optional(
    z.string(message).check(
      z.trim(),
      z.maxLength(2000, 'Enter up to 2,000 characters'),
      z.refine((value) => value === '' || isRight(value), message),
    ),
  )
const links = {
  referral_code: given((code) => CODE.test(code), messages.badCode),
  short_referral_link: given(isLink, messages.badLink),
  long_referral_link: given(isLink, messages.badLink),
}
const LinkId = z.object({
  id: DbId(messages.noSuchLink),
})

/** Operations 7: Referral links. */
export const referralLinks = endpoints('referral-links', {
  list: {
    method: 'GET',
    path: '/cast-members',
    permission: 'referral-links:read',
    summary: 'List referral links with their results, newest first unless sorted',
    allowReplica: true,
    query: z.object({ ...paging(PAGE), ...filter }),
    reply: z.object({ data: z.array(ReferralLink), pagination: z.object({ totalCount: z.int() }) }),
  },
  csv: {
    method: 'GET',
    path: '/cast-members.csv',
    permission: 'referral-links:export',
    summary: 'Export referral links as CSV, with the same search and sort',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  create: {
    method: 'POST',
    path: '/cast-members',
    permission: 'referral-links:write',
    summary: 'Create a referral link. Code and links that are not sent are generated. Repeats return the same link.',
    body: z.object({
      name,
      movie_id: movieId,
      ...links,
      /** With a short link of this server, whatever shortener is set. */
      own_short_link: z.optional(z.boolean()),
    }),
    reply: ReferralLink,
    says: messages.created,
    // A shortener outside may be asked. The code makes it known when it is sent again.
    transaction: 'own',
  },
  change: {
    method: 'PATCH',
    path: '/cast-members/{id}',
    permission: 'referral-links:write',
    summary: "Edit a referral link's name, movie or links. Its code stays the same.",
    params: LinkId,
    body: z.object({ name: z.optional(name), movie_id: z.optional(movieId), ...links, version: Version }),
    reply: ReferralLink,
    says: messages.updated,
  },
  remove: {
    method: 'DELETE',
    path: '/cast-members/{id}',
    permission: 'referral-links:write',
    summary: 'Delete a referral link. Past purchases with its code still count.',
    params: LinkId,
    query: VersionInQuery,
    reply: z.null(),
    says: messages.deleted,
  },
  restore: {
    method: 'POST',
    path: '/cast-members/{id}/restore',
    permission: 'referral-links:write',
    summary: 'Restore a deleted referral link',
    params: LinkId,
    reply: ReferralLink,
    says: messages.restored,
  },
})
