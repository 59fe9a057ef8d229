import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, DbId, Instant, text, Version } from '#contract/atoms.ts'
import { messages, NAME_LENGTH, wrongDiscount, wrongPlace, wrongPrice, wrongTickets } from './rules.ts'

/** A plan that is sold (operations 3: subscription plan). */
export const Plan = z.object({
  product_id: z.int(),
  product_name: z.string(),
  /** Naira a month. */
  product_price: z.number(),
  /** A month's. */
  tickets: z.int(),
  /** Percent off what is bought at the counter. */
  concession_discount: z.int(),
  is_multi_user: z.boolean(),
  /** Its place in the list, from 1. */
  place: z.int(),
  /** Customers with a subscription to it in force. */
  customers: z.int(),
  /** Since when it is no longer sold; null while it is. */
  retired_at: z.nullable(Instant),
  version: z.int(),
})
export type Plan = z.infer<typeof Plan>

/** A number by its rule: what is none answers that it is needed. */
const number = (rule: (value: number) => string | undefined, needed: string, wrong: string) =>
  z.number(needed).check(z.refine((value) => rule(value) === undefined, wrong))

const fields = {
  product_name: text(NAME_LENGTH, messages.noName),
  product_price: number(wrongPrice, messages.noPrice, messages.badPrice),
  tickets: number(wrongTickets, messages.noTickets, messages.badTickets),
  concession_discount: number(wrongDiscount, messages.noDiscount, messages.badDiscount),
  is_multi_user: z.boolean(),
  place: number(wrongPlace, messages.badPlace, messages.badPlace),
}

/** Without a place it comes last. */
export const PlanCreate = z.object({
  ...fields,
  is_multi_user: z._default(fields.is_multi_user, false),
  place: z.optional(fields.place),
})
export const PlanEdit = z.extend(z.partial(z.object(fields)), { version: Version })

const PlanId = z.object({
  id: DbId(messages.noSuchPlan),
})

/** Operations 7: GET /subscriptions; the other paths are ours. */
export const tiers = endpoints('tiers', {
  list: {
    method: 'GET',
    path: '/subscriptions',
    // The plans that a customer can be given: whoever may look after customers chooses among them.
    permission: 'session',
    summary: 'List the plans on sale in order, with their number of customers',
    allowReplica: true,
    reply: z.array(Plan),
  },
  listCsv: {
    method: 'GET',
    path: '/subscriptions.csv',
    permission: 'tiers:export',
    summary: 'Export the plans as CSV (subscription-tiers.csv)',
    allowReplica: true,
    query: z.object({ columns: ColumnChoice }),
    stream: 'text/csv',
  },
  create: {
    method: 'POST',
    path: '/subscriptions',
    permission: 'tiers:write',
    approval: 'prices',
    summary: 'Create a plan',
    body: PlanCreate,
    reply: Plan,
    status: 201,
    says: messages.created,
  },
  change: {
    method: 'PATCH',
    path: '/subscriptions/{id}',
    permission: 'tiers:write',
    approval: 'prices',
    summary: 'Edit a plan or its place in the list. Running subscriptions keep their terms.',
    params: PlanId,
    body: PlanEdit,
    reply: Plan,
    says: messages.changed,
  },
  retire: {
    method: 'DELETE',
    path: '/subscriptions/{id}',
    permission: 'tiers:write',
    summary: 'Delete a plan. Customers keep it until the end of the paid period.',
    params: PlanId,
    reply: Plan,
    says: messages.retired,
  },
  restore: {
    method: 'POST',
    path: '/subscriptions/{id}/restore',
    permission: 'tiers:write',
    summary: 'Restore a deleted plan',
    params: PlanId,
    reply: Plan,
    says: messages.restored,
  },
})
