import * as z from 'zod/mini'
import { allOfBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, DbId, Instant, paging, SearchTerm, sorting, TABLE_ROWS, text } from '#contract/atoms.ts'
import { addDays } from '#contract/time.ts'
import { atCinemas, ofCinemas } from '#features/programming/cinemas/contract.ts'
import { rangeChecks, rangeFields } from '#contract/range.ts'
import { BY, LONGEST, messages, SIMULATED_DAYS, MAX_SIMULATED_PRODUCTS, wrongCost } from './margin-rules.ts'
import { wrongPrice } from './rules.ts'

/** Naira on the wire; null where the cost is not known. */
const money = { cost: z.nullable(z.number()), margin: z.nullable(z.number()), percent: z.nullable(z.number()) }

export const MarginRow = z.object({
  /** Empty of what no product is known of, or no cinema. */
  id: z.string(),
  name: z.string(),
  units: z.int(),
  revenue: z.number(),
  /** Units whose cost on their day is not known: cost and margin are without them. */
  unknown_units: z.int(),
  ...money,
})
export type MarginRow = z.infer<typeof MarginRow>

/** A product at a cinema, as it is now. */
const ProductMargin = z.object({
  product_id: z.string(),
  price: z.number(),
  ...money,
  loses_money: z.boolean(),
})
export type ProductMargin = z.infer<typeof ProductMargin>

/** What guests bought together of a combo's items, and what it would have earned; naira. */
const SimulatedCombo = z.object({
  start_date: Day,
  end_date: Day,
  /** Orders with each of the items, and how many combos those are. */
  orders: z.int(),
  sets: z.int(),
  /** What was paid for the items of these sets, and what the combo would have cost. */
  separately: z.number(),
  as_combo: z.number(),
  /** What is left of each by the cost on the day of sale; null where a cost is not known. */
  margin_separately: z.nullable(z.number()),
  margin_as_combo: z.nullable(z.number()),
})
export type SimulatedCombo = z.infer<typeof SimulatedCombo>

const Cost = z.object({ from_day: Day, cost: z.number(), set_at: Instant, set_by: z.string() })
/** One of the chain's costs; `product_id` is the point of sale's. */
const ListedCost = z.extend(Cost, { product_id: z.string(), product: z.string() })
export type ListedCost = z.infer<typeof ListedCost>
export type Cost = z.infer<typeof Cost>
const Costs = z.object({ product_id: z.int(), costs: z.array(Cost) })

const read = 'analytics:read'
const write = ['concessions:write', 'analytics:read'] as const
const filter = {
  ...rangeFields,
  ...atCinemas,
  by: z._default(z.enum(BY, `by is one of ${BY.join(', ')}`), 'product'),
  search: SearchTerm,
  sort: sorting('name', 'units', 'revenue', 'cost', 'margin', 'percent'),
}
const costFilter = { search: SearchTerm, sort: sorting('product', 'cost', 'from_day', 'set_at') }
const CostOrNone = z.nullable(
  z.number(messages.badCost).check(z.refine((naira) => !wrongCost(naira), messages.badCost)),
)
type Range = { start_date: string; end_date: string }
const checks = [
  ...rangeChecks,
  z.refine<Range>(({ start_date, end_date }) => end_date < addDays(start_date, LONGEST), {
    path: ['end_date'],
    error: messages.tooLong,
  }),
] as const
/** Ids of products with commas between, each once. */
const Items = z
  .pipe(
    z.string(messages.noItem),
    z.transform((ids) => [...new Set(ids.split(',').filter(Boolean))]),
  )
  .check(z.minLength(1, messages.noItem), z.maxLength(MAX_SIMULATED_PRODUCTS, messages.tooManyItems))
const Naira = z.coerce.number(messages.badPrice).check(z.refine((naira) => !wrongPrice(naira), messages.badPrice))
const params = z.object({ id: DbId(messages.noProduct) })

/** What products cost the chain, and what is left of what they are sold for. Nobody without figures reads it. */
export const margin = allOfBusinessDays(
  endpoints('margin', {
    list: {
      method: 'GET',
      path: '/margin',
      permission: read,
      ...ofCinemas,
      summary: 'List sales, cost and margin by product, combo, cinema or movie. Lowest margin first unless sorted.',
      allowReplica: true,
      query: z.object({ ...paging(TABLE_ROWS), ...filter }).check(...checks),
      reply: z.object({
        rows: z.array(MarginRow),
        totalCount: z.int(),
        totals: z.omit(MarginRow, { id: true, name: true }),
      }),
    },
    csv: {
      method: 'GET',
      path: '/margin.csv',
      permission: 'analytics:export',
      ...ofCinemas,
      summary: 'Export margin as CSV',
      allowReplica: true,
      query: z.object({ ...filter, columns: ColumnChoice }).check(...checks),
      stream: 'text/csv',
    },
    menu: {
      method: 'GET',
      path: '/margin/menus/{id}',
      permission: read,
      summary: 'List the cost and margin of a cinema’s products. A combo costs the sum of its parts.',
      params: z.object({ id: text(40) }),
      reply: z.array(ProductMargin),
    },
    simulate: {
      method: 'GET',
      path: '/margin/menus/{id}/combo',
      permission: read,
      summary: `Simulate a combo deal on a cinema's sales of the last ${SIMULATED_DAYS} days`,
      allowReplica: true,
      params: z.object({ id: text(40) }),
      query: z.object({ items: Items, price: Naira }),
      reply: SimulatedCombo,
    },
    allCosts: {
      method: 'GET',
      path: '/product-costs',
      permission: read,
      summary: 'List product costs with their first days, by product unless sorted',
      allowReplica: true,
      query: z.object({ ...paging(TABLE_ROWS), ...costFilter }),
      reply: z.object({ costs: z.array(ListedCost), totalCount: z.int() }),
    },
    costsCsv: {
      method: 'GET',
      path: '/product-costs.csv',
      permission: 'analytics:export',
      summary: 'Export product costs as CSV, which can be imported again',
      allowReplica: true,
      query: z.object({ ...costFilter, columns: ColumnChoice }),
      stream: 'text/csv',
    },
    costs: {
      method: 'GET',
      path: '/products/{id}/costs',
      permission: read,
      summary: 'List the costs of a product, latest first',
      params,
      reply: Costs,
    },
    setCost: {
      method: 'PUT',
      path: '/products/{id}/costs',
      permission: write,
      scope: 'chain',
      summary: 'Set the cost of a product from a day. A cost from that day is replaced; null deletes it.',
      params,
      body: z.object({
        from_day: Day,
        cost: CostOrNone,
        /** Nothing is set unless this is the cost from that day, null for none. */
        was: z.optional(z.nullable(z.number())),
      }),
      reply: Costs,
      says: messages.saved,
    },
    removeCost: {
      method: 'DELETE',
      path: '/products/{id}/costs',
      permission: write,
      scope: 'chain',
      summary: 'Delete a cost of a product. The previous cost continues.',
      params,
      query: z.object({ from_day: Day }),
      reply: Costs,
      says: messages.removed,
    },
  }),
)
