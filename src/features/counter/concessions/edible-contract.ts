import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, Instant, PageNumber, paging, SearchTerm, sorting } from '#contract/atoms.ts'
import { FLAVOURS, messages, PAGE, TYPES } from './edible-rules.ts'

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

const filter = {
  search: SearchTerm,
  type: z.optional(z.enum(TYPES, messages.badType)),
  flavour: z.optional(z.enum(FLAVOURS, messages.badFlavour)),
  /** Added from this day to that. */
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  sort: sorting('name', 'type', 'flavour', 'size', 'hpok', 'price', 'createdAt'),
}

/** Operations 7, Food, beverage, merchandise; GET /concessions/{id} stands with the concessions. */
export const edibles = endpoints('edibles', {
  list: {
    method: 'GET',
    path: '/concessions',
    permission: 'edible:read',
    summary: 'Food and beverages with their price at each cinema; with `page` a page of them and their number',
    allowReplica: true,
    query: z.object({ page: z.optional(PageNumber), perPage: paging(PAGE).perPage, ...filter }),
    reply: z.union([z.array(Edible), z.object({ concessions: z.array(Edible), totalCount: z.int() })]),
  },
  listCsv: {
    method: 'GET',
    path: '/concessions.csv',
    permission: 'edible:export',
    summary: 'The same list as CSV: food-and-beverages.csv',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  cinemas: {
    method: 'GET',
    path: '/cinemas',
    permission: 'edible:read',
    summary: 'The cinemas; with $include=concessions what food and beverages each sells, and at which price',
    query: z.object({ $include: z.optional(z.enum(['concessions'], messages.badInclude)) }),
    reply: z.array(CinemaMenu),
  },
})
