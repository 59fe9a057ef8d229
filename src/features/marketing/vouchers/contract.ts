import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import {
  ColumnChoice,
  Day,
  DbId,
  Instant,
  optionalText,
  paging,
  SearchTerm,
  sorting,
  text,
  Version,
} from '#contract/atoms.ts'
import { choice, counts, days, textChoice } from '#contract/filter.ts'
import { AT_A_TIME, DEFAULT_PLAN_ID, GROUP_PAGE, messages, QUANTITY_MOST, STATES, VOUCHER_PAGE } from './rules.ts'

/** A voucher without its code, of which the last four letters are known. */
export const Voucher = z.object({
  id: z.int(),
  last4: z.string(),
  state: z.enum(STATES),
  recipient: z.string(),
  /** The last day on which it is good; null: for ever. */
  expiresOn: z.nullable(Day),
  redeemedAt: z.nullable(Instant),
  /** The program that redeemed it. */
  redeemedBy: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Whose subscription it became; the name only for those who may see customers. */
  customer: z.nullable(z.object({ id: z.int(), name: z.string() })),
  voidedAt: z.nullable(Instant),
  /** The last four letters of the one that took its place. */
  replacedBy: z.nullable(z.string()),
  version: z.int(),
})
export type Voucher = z.infer<typeof Voucher>

/** A voucher group (operations 3). */
export const VoucherGroup = z.object({
  id: z.int(),
  companyName: z.string(),
  quantity: z.int(),
  createdAt: Instant,
  generatedById: z.nullable(z.int()),
  /** With `$include=generatedBy`. */
  generatedBy: z.optional(z.object({ id: z.nullable(z.int()), name: z.string() })),
  approvedBy: z.string(),
  comment: z.string(),
  subscriptionId: z.int(),
  subscriptionName: z.string(),
  /** A month's price when it was paid for, in naira. */
  subscriptionPrice: z.number(),
  expiresOn: z.nullable(Day),
  /** Codes that are there: fewer than the quantity while they are being made. */
  made: z.int(),
  /** How many are in which state. */
  usage: z.object({ unused: z.int(), redeemed: z.int(), void: z.int(), expired: z.int() }),
  /** With `$include=vouchers`: the first 100 of the group, without their codes. */
  vouchers: z.optional(z.array(Voucher)),
})
export type VoucherGroup = z.infer<typeof VoucherGroup>

/** What a voucher can be for. */
export const VoucherPlan = z.object({ product_id: z.int(), product_name: z.string(), product_price: z.number() })

const filter = {
  search: SearchTerm,
  /** By its name. */
  plan: textChoice(100),
  quantity: counts(),
  created: days(),
  /** The last day on which its vouchers are good; empty: for ever. */
  expires: days({ canBeEmpty: true }),
  sort: sorting('companyName', 'quantity', 'createdAt'),
}
const ofGroup = {
  search: SearchTerm,
  state: choice(STATES, `state is one of ${STATES.join(', ')}`),
  expires: days({ canBeEmpty: true }),
  redeemed: days({ canBeEmpty: true }),
}

const GroupId = z.object({ id: DbId(messages.noSuchGroup) })
const VoucherId = z.object({
  id: z.coerce
    .number(messages.noSuchVoucher)
    .check(z.int(messages.noSuchVoucher), z.minimum(1, messages.noSuchVoucher)),
})
const ids = z
  .array(z.int(messages.noSuchVoucher), messages.none)
  .check(z.minLength(1, messages.none), z.maxLength(AT_A_TIME, messages.tooMany))

/** Operations 7: Vouchers. */
export const vouchers = endpoints('vouchers', {
  groups: {
    method: 'GET',
    path: '/voucher-groups',
    permission: 'vouchers:read',
    summary: 'List voucher groups without codes, newest first unless sorted',
    allowReplica: true,
    query: z.object({
      ...paging(GROUP_PAGE),
      ...filter,
      $include: z.optional(z.string().check(z.maxLength(200, 'Enter up to 200 characters'))),
    }),
    reply: z.object({ voucherGroups: z.array(VoucherGroup), totalCount: z.int() }),
  },
  groupsCsv: {
    method: 'GET',
    path: '/voucher-groups.csv',
    permission: 'vouchers:export',
    summary: 'Export voucher groups as CSV, with the same search and sort',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  create: {
    method: 'POST',
    path: '/generate-subscription-vouchers',
    permission: 'vouchers:write',
    approval: 'vouchers',
    summary: 'Create vouchers for a plan. Codes of large groups are created after the response.',
    body: z.object({
      companyName: text(200, messages.noTitle),
      quantity: z
        .number(messages.noQuantity)
        .check(
          z.int(messages.noQuantity),
          z.minimum(1, messages.badQuantity),
          z.maximum(QUANTITY_MOST, messages.badQuantity),
        ),
      approvedBy: text(200, messages.noApprover),
      comment: z._default(optionalText(1000), ''),
      subscriptionId: z._default(z.int(messages.unknownPlan), DEFAULT_PLAN_ID),
      paymentConfirmed: z.boolean(messages.unpaid).check(z.refine((isConfirmed) => isConfirmed, messages.unpaid)),
      expiresOn: z.optional(z.nullable(Day)),
    }),
    reply: VoucherGroup,
    says: messages.created,
  },
  plans: {
    method: 'GET',
    path: '/voucher-plans',
    permission: 'vouchers:read',
    summary: 'List the plans that a voucher can be for',
    reply: z.array(VoucherPlan),
  },
  group: {
    method: 'GET',
    path: '/voucher-groups/{id}',
    permission: 'vouchers:read',
    summary: 'Fetch a voucher group with its creator and usage',
    params: GroupId,
    reply: VoucherGroup,
  },
  list: {
    method: 'GET',
    path: '/voucher-groups/{id}/vouchers',
    permission: 'vouchers:read',
    summary: 'List vouchers of a group without codes. Search by recipient, last 4 characters or full code.',
    allowReplica: true,
    params: GroupId,
    query: z.object({ ...paging(VOUCHER_PAGE), ...ofGroup }),
    reply: z.object({ vouchers: z.array(Voucher), totalCount: z.int() }),
  },
  codes: {
    method: 'POST',
    path: '/voucher-groups/{id}/codes',
    unkept: 'The response contains secrets that must not be stored',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Show the codes of vouchers. Each view is in the audit log.',
    params: GroupId,
    body: z.object({ ids }),
    reply: z.object({ codes: z.array(z.object({ id: z.int(), code: z.string() })) }),
    // A reply that is kept for a second try would keep the codes.
    transaction: 'own',
  },
  csv: {
    method: 'GET',
    path: '/voucher-groups/{id}/vouchers.csv',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Export vouchers of a group with their codes as CSV',
    allowReplica: true,
    params: GroupId,
    query: z.object({ ...ofGroup, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  void: {
    method: 'POST',
    path: '/voucher-groups/{id}/void',
    permission: 'vouchers:write',
    summary: 'Void vouchers, or all unused ones of a group',
    params: GroupId,
    body: z
      .object({ ids: z.optional(ids), all: z.optional(z.boolean()) })
      .check(z.refine((body) => body.all === true || body.ids !== undefined, { path: ['ids'], error: messages.none })),
    reply: z.object({ count: z.int() }),
    says: messages.voided,
  },
  reissue: {
    method: 'POST',
    path: '/voucher-groups/{id}/reissue',
    permission: 'vouchers:write',
    approval: 'vouchers',
    summary: 'Replace vouchers with new ones. The old vouchers are voided.',
    params: GroupId,
    body: z.object({ ids, expiresOn: z.optional(z.nullable(Day)) }),
    reply: z.object({ count: z.int(), ids: z.array(z.int()) }),
    says: messages.reissued,
  },
  change: {
    method: 'PATCH',
    path: '/vouchers/{id}',
    permission: 'vouchers:write',
    summary: "Edit a voucher's recipient or expiry date",
    params: VoucherId,
    body: z.object({
      recipient: z.optional(optionalText(200)),
      expiresOn: z.optional(z.nullable(Day)),
      version: Version,
    }),
    reply: Voucher,
    says: messages.changed,
  },
  redeem: {
    method: 'POST',
    path: '/vouchers/redeem',
    permission: 'feed',
    summary: 'Redeem a voucher once. With a customer, it becomes their subscription.',
    body: z.object({
      code: text(60, messages.noCode),
      /** The program's own id of a customer that it reported. */
      customer_id: z.optional(z.nullable(text(100))),
      /** The program's own id of the redemption: asked again with it, the same answer comes. */
      reference: z.optional(z.nullable(text(100))),
    }),
    reply: z.object({
      voucher_id: z.int(),
      company: z.string(),
      redeemed_at: Instant,
      /** It was redeemed before, with this reference. */
      repeated: z.boolean(),
      subscription: z.object({
        product_id: z.int(),
        product_name: z.string(),
        product_price: z.number(),
        tickets: z.int(),
        months: z.int(),
      }),
      /** What the customer has of it; null without one. */
      term: z.nullable(z.object({ starts_at: Instant, ends_at: Instant })),
    }),
  },
})
