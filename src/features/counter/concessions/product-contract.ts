import * as z from 'zod/mini'
import { ofBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, DbId, Instant, PageNumber, paging, SearchTerm, sorting } from '#contract/atoms.ts'
import { FLAVOURS, messages, PAGE, TYPES } from './product-rules.ts'

/** What a product costs at one cinema. */
export const CinemaPrice = z.object({
  /** Of the product at that cinema. */
  id: z.int(),
  cinema_id: z.string(),
  cinema_name: z.string(),
  city: z.string(),
  price: z.number(),
  isActive: z.boolean(),
})
export type CinemaPrice = z.infer<typeof CinemaPrice>

/** What food, beverages and merchandise have in common. Of several prices, `price` is the lowest. */
export const SoldProduct = z.object({
  id: z.int(),
  rosetta_product_id: z.string(),
  name: z.string(),
  category: z.string(),
  type: z.string(),
  size: z.string(),
  price: z.number(),
  highest_price: z.number(),
  image_url: z.nullable(z.string()),
  createdAt: Instant,
  /** The cinemas that sell it, by name. */
  concessions: z.array(CinemaPrice),
})
export type SoldProduct = z.infer<typeof SoldProduct>

/** A food or beverage (operations 3: Concession). */
export const Edible = z.extend(SoldProduct, { flavour: z.string(), hpok: z.nullable(z.string()) })
export type Edible = z.infer<typeof Edible>

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

/** A cinema with what it sells. */
const CinemaMenu = z.object({
  id: z.string(),
  cinema_name: z.string(),
  city: z.string(),
  /** With $include=concessions. */
  concessions: z.optional(
    z.array(
      z.object({
        id: z.int(),
        rosetta_product_id: z.string(),
        name: z.string(),
        type: z.string(),
        price: z.number(),
        isActive: z.boolean(),
      }),
    ),
  ),
})
export type CinemaMenu = z.infer<typeof CinemaMenu>

const days = { start_date: z.optional(Day), end_date: z.optional(Day) }
/** A list of all is not paged. */
const ofList = { page: z.optional(PageNumber), perPage: paging(PAGE).perPage }
/** The days are those that a product was added in. */
const ofEdibles = {
  search: SearchTerm,
  type: z.optional(z.enum(TYPES, messages.badType)),
  flavour: z.optional(z.enum(FLAVOURS, messages.badFlavour)),
  ...days,
  sort: sorting('name', 'type', 'flavour', 'size', 'hpok', 'price', 'createdAt'),
}
const ofMerchandise = {
  search: SearchTerm,
  ...days,
  sort: sorting('name', 'type', 'price', 'units_sold', 'size', 'createdAt'),
}

/** Operations 7, Food, beverage, merchandise; GET /concessions/{id} stands with the concessions. */
export const edibles = endpoints('edibles', {
  list: {
    method: 'GET',
    path: '/concessions',
    permission: 'edible:read',
    summary: 'List food and beverages with their price at each cinema. With `page`, one page and the total.',
    allowReplica: true,
    query: z.object({ ...ofList, ...ofEdibles }),
    reply: z.union([z.array(Edible), z.object({ concessions: z.array(Edible), totalCount: z.int() })]),
  },
  listCsv: {
    method: 'GET',
    path: '/concessions.csv',
    permission: 'edible:export',
    summary: 'Export food and beverages as CSV (food-and-beverages.csv)',
    allowReplica: true,
    query: z.object({ ...ofEdibles, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  cinemas: {
    method: 'GET',
    path: '/cinemas',
    permission: 'edible:read',
    summary: 'List cinemas. With $include=concessions, each has its food and beverages with prices.',
    query: z.object({ $include: z.optional(z.enum(['concessions'], messages.badInclude)) }),
    reply: z.array(CinemaMenu),
  },
})

const MerchandiseId = z.object({ id: DbId(messages.noMerchandise) })

/** Operations 7, Food, beverage, merchandise. */
export const merchandise = endpoints('merchandise', {
  list: {
    method: 'GET',
    path: '/merchandises',
    permission: 'product:read',
    summary: 'List merchandise with its price at each cinema. With `page`, one page and the total.',
    allowReplica: true,
    query: z.object({ ...ofList, ...ofMerchandise }),
    reply: z.union([z.array(Merchandise), z.object({ merchandises: z.array(Merchandise), totalCount: z.int() })]),
  },
  listCsv: {
    method: 'GET',
    path: '/merchandises.csv',
    permission: 'product:export',
    summary: 'Export merchandise as CSV (merchandise.csv)',
    allowReplica: true,
    query: z.object({ ...ofMerchandise, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/merchandises/{id}',
    permission: 'product:read',
    summary: 'Fetch a merchandise item with a page of its purchases',
    params: MerchandiseId,
    query: ofBusinessDays(z.object({ ...paging(PAGE), ...days })),
    reply: MerchandiseRecord,
  },
  historyCsv: {
    method: 'GET',
    path: '/merchandises/{id}/purchases.csv',
    permission: 'product:export',
    summary: 'Export purchases of a merchandise item as CSV (merchandise-purchases.csv)',
    allowReplica: true,
    params: MerchandiseId,
    query: ofBusinessDays(z.object(days)),
    stream: 'text/csv',
  },
})
