import * as z from 'zod/mini'
import { ofBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, DbId, Instant, PageNumber, paging, SearchTerm, sorting } from '#contract/atoms.ts'
import { SoldProduct } from '#features/counter/concessions/edible-contract.ts'
import { PAGE } from '#features/counter/concessions/edible-rules.ts'
import { messages } from './rules.ts'

/** A piece of merchandise (operations 3). */
export const Merchandise = z.extend(SoldProduct, { units_sold: z.int() })
export type Merchandise = z.infer<typeof Merchandise>

/** One purchase of it; name and type are the merchandise's own. */
export const MerchandisePurchase = z.object({
  /** Of the purchase and its line. */
  id: z.string(),
  purchase_id: z.int(),
  name: z.string(),
  type: z.string(),
  purchaseDate: Instant,
  quantity: z.int(),
  totalPrice: z.number(),
  cinema_name: z.nullable(z.string()),
})
export type MerchandisePurchase = z.infer<typeof MerchandisePurchase>

/** With a page of its purchases, the newest first. */
export const MerchandiseRecord = z.extend(Merchandise, {
  purchaseHistory: z.array(MerchandisePurchase),
  purchaseCount: z.int(),
  /** Of these days, all pages together. */
  purchaseQuantity: z.int(),
  purchaseTotal: z.number(),
})
export type MerchandiseRecord = z.infer<typeof MerchandiseRecord>

const days = { start_date: z.optional(Day), end_date: z.optional(Day) }
const filter = {
  search: SearchTerm,
  ...days,
  sort: sorting('name', 'type', 'price', 'units_sold', 'size', 'createdAt'),
}

/** Operations 7, Food, beverage, merchandise. */
export const merchandise = endpoints('merchandise', {
  list: {
    method: 'GET',
    path: '/merchandises',
    permission: 'product:read',
    summary: 'Merchandise with its price at each cinema; with `page` a page of it and its number',
    allowReplica: true,
    query: z.object({ page: z.optional(PageNumber), perPage: paging(PAGE).perPage, ...filter }),
    reply: z.union([z.array(Merchandise), z.object({ merchandises: z.array(Merchandise), totalCount: z.int() })]),
  },
  listCsv: {
    method: 'GET',
    path: '/merchandises.csv',
    permission: 'product:export',
    summary: 'The same list as CSV: merchandise.csv',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/merchandises/{id}',
    permission: 'product:read',
    summary: 'One piece of merchandise with a page of its purchases, by days',
    params: z.object({
      id: DbId(messages.noSuch),
    }),
    query: ofBusinessDays(z.object({ ...paging(PAGE), ...days })),
    reply: MerchandiseRecord,
  },
  historyCsv: {
    method: 'GET',
    path: '/merchandises/{id}/purchases.csv',
    permission: 'product:export',
    summary: 'Its purchases as CSV, by days: merchandise-purchases.csv',
    allowReplica: true,
    params: z.object({
      id: DbId(messages.noSuch),
    }),
    query: ofBusinessDays(z.object(days)),
    stream: 'text/csv',
  },
})
