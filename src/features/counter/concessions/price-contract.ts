import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import {
  ColumnChoice,
  Day,
  DbId,
  Instant,
  name,
  PageNumber,
  paging,
  PosId,
  SearchTerm,
  sorting,
  TABLE_ROWS,
  text,
} from '#contract/atoms.ts'
import { CHANGE_MOST, HOWS, messages, NAME_LENGTH, STATES, STEPS, wrongValue } from './price-rules.ts'

/** A change of prices; naira on the wire. */
export const PriceChange = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(STATES),
  from_day: Day,
  until_day: z.nullable(Day),
  starts_at: Instant,
  how: z.enum(HOWS),
  /** Naira, or percent. */
  value: z.number(),
  step: z.number(),
  products: z.int(),
  cinemas: z.int(),
  prices: z.int(),
  created_at: Instant,
  created_by: z.string(),
  cancelled_at: z.nullable(Instant),
  cancelled_by: z.nullable(z.string()),
})
export type PriceChange = z.infer<typeof PriceChange>

const price = {
  product_id: z.string(),
  product_name: z.string(),
  category: z.string(),
  before: z.number(),
  after: z.number(),
}
/** A product's price at the cinema that is looked at. */
const ChangedPrice = z.object(price)
export type ChangedPrice = z.infer<typeof ChangedPrice>

export const PriceChangeRecord = z.extend(PriceChange, {
  /** The cinemas that it is of. */
  at: z.array(z.object({ cinema_id: z.string(), cinema_name: z.string() })),
  /** The cinema whose prices these are, and its prices by category and name. */
  cinema_id: z.nullable(z.string()),
  list: z.array(ChangedPrice),
})
export type PriceChangeRecord = z.infer<typeof PriceChangeRecord>

const PreviewPrice = z.object({
  ...price,
  cinema_id: z.string(),
  cinema_name: z.string(),
  /** Why it cannot cost that, in words. */
  problem: z.nullable(z.string()),
})
export type PreviewPrice = z.infer<typeof PreviewPrice>

const PreviewCombo = z.object({
  combo_name: z.string(),
  cinema_name: z.string(),
  price_before: z.number(),
  price_after: z.number(),
  parts_before: z.number(),
  parts_after: z.number(),
  /** Below nothing where it costs more than its parts. */
  saving_before: z.number(),
  saving_after: z.number(),
})
export type PreviewCombo = z.infer<typeof PreviewCombo>

export const Preview = z.object({
  totalCount: z.int(),
  up: z.int(),
  down: z.int(),
  same: z.int(),
  /** Products at cinemas that do not sell them: left out. */
  not_sold: z.int(),
  /** Prices that cannot be. */
  wrong: z.int(),
  combos: z.array(PreviewCombo),
  combo_count: z.int(),
  combos_above: z.int(),
  /** Changes that it cannot stand beside, in words. */
  overlaps: z.array(z.string()),
  /** Why it cannot be saved, in words. */
  refusal: z.nullable(z.string()),
})
export type Preview = z.infer<typeof Preview>

const ids = (none: string, tooMany: string) =>
  z.array(PosId, none).check(
    z.minLength(1, none),
    z.maxLength(CHANGE_MOST, tooMany),
    z.refine((list) => new Set(list).size === list.length, messages.twice),
  )
const planned = {
  product_ids: ids(messages.noProduct, messages.tooManyProducts),
  cinema_ids: ids(messages.noCinema, messages.tooManyCinemas),
  how: z.enum(HOWS, 'how is amount, percent or price'),
  value: z.number(messages.badValue),
  step: z._default(z.literal([...STEPS], `step is one of ${STEPS.join(', ')}`), 50),
  from_day: Day,
  until_day: z.optional(z.nullable(Day)),
}
type Valued = Parameters<typeof wrongValue>[0]
const isRight = z.refine<Valued>((plan) => wrongValue(plan) === undefined, {
  path: ['value'],
  error: ({ input }) => wrongValue(input as Valued),
})
export const Plan = z.object(planned)
export type Plan = z.infer<typeof Plan>

const ChangeId = z.object({ id: DbId(messages.noSuch) })
const filter = {
  search: SearchTerm,
  state: z.optional(z.enum(STATES, `state is one of ${STATES.join(', ')}`)),
  sort: sorting('name', 'from_day', 'created_at'),
}
const alsoStale = ['concessions', 'edibles', 'merchandise']

/** Prices of products at cinemas that begin and end by themselves. */
export const priceChanges = endpoints('price-changes', {
  list: {
    method: 'GET',
    path: '/price-changes',
    permission: 'concessions:read',
    summary: 'List price changes with their state, latest start first unless sorted',
    allowReplica: true,
    query: z.object({ ...paging(TABLE_ROWS), ...filter }),
    reply: z.object({ changes: z.array(PriceChange), totalCount: z.int() }),
  },
  csv: {
    method: 'GET',
    path: '/price-changes.csv',
    permission: 'concessions:export',
    summary: 'Export price changes as CSV (price-changes.csv)',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  products: {
    method: 'GET',
    path: '/price-changes/products',
    permission: 'concessions:read',
    summary: 'List the products whose prices can change',
    reply: z.array(
      z.object({ product_id: z.string(), product_name: z.string(), category: z.string(), cinemas: z.int() }),
    ),
  },
  preview: {
    method: 'POST',
    path: '/price-changes/preview',
    permission: 'concessions:write',
    about: { cinema: 'body.cinema_ids' },
    summary: 'Preview a price change: number of prices, affected combos and conflicts',
    body: z.object(planned).check(isRight),
    reply: Preview,
    audit: 'none',
  },
  previewPrices: {
    method: 'POST',
    path: '/price-changes/preview/prices',
    permission: 'concessions:write',
    about: { cinema: 'body.cinema_ids' },
    summary: 'Preview the prices of a price change, before and after',
    body: z.object({ ...planned, page: z._default(PageNumber, 1) }).check(isRight),
    reply: z.object({ prices: z.array(PreviewPrice) }),
    audit: 'none',
  },
  create: {
    method: 'POST',
    path: '/price-changes',
    permission: 'concessions:write',
    about: { cinema: 'body.cinema_ids' },
    approval: 'prices',
    summary: 'Create a price change. It starts and ends automatically. It is not sent to the point of sale.',
    body: z.object({ name: name(NAME_LENGTH, messages.noName), ...planned }).check(isRight),
    reply: PriceChange,
    status: 201,
    says: messages.created,
    alsoStale,
  },
  fetch: {
    method: 'GET',
    path: '/price-changes/{id}',
    permission: 'concessions:read',
    summary: 'Fetch a price change with its prices at one cinema',
    params: ChangeId,
    query: z.object({ cinema_id: z.optional(text(40)) }),
    reply: PriceChangeRecord,
  },
  pricesCsv: {
    method: 'GET',
    path: '/price-changes/{id}/prices.csv',
    permission: 'concessions:export',
    summary: 'Export the prices of a price change as CSV',
    allowReplica: true,
    params: ChangeId,
    query: z.object({ cinema_id: z.optional(text(40)) }),
    stream: 'text/csv',
  },
  cancel: {
    method: 'POST',
    path: '/price-changes/{id}/cancel',
    permission: 'concessions:write',
    about: { 'price change': 'params.id' },
    approval: 'prices',
    summary: 'Cancel a price change at all its cinemas',
    params: ChangeId,
    reply: PriceChange,
    says: messages.cancelled,
    alsoStale,
  },
})
