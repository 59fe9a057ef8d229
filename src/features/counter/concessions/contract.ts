import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, DbId, Instant, PosId, SearchTerm, sorting, text, Version } from '#contract/atoms.ts'
import { Edible } from './product-contract.ts'
import { AT_ONCE, messages, wrongPrice } from './rules.ts'

const ComboItem = z.object({
  product_id: z.string(),
  product_name: z.string(),
  display_price: z.number(),
  isActive: z.boolean(),
  /** The point of sale has it at this cinema. */
  isSold: z.boolean(),
})

/** A product at one cinema (operations 3: concession product). Prices in naira. */
export const ConcessionProduct = z.object({
  /** Of the product at this cinema: what `activate` takes. */
  id: z.int(),
  cinema_id: z.string(),
  cinema_name: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  /** What it is sold for now: the price change's that runs, or the price that staff set, or else the point of sale's. */
  display_price: z.number(),
  product_price: z.number(),
  pos_price: z.number(),
  /** Staff set the price. */
  hasOwnPrice: z.boolean(),
  own_price: z.nullable(z.number()),
  /** The price change that decides what it is sold for now. */
  price_change: z.nullable(z.object({ id: z.int(), name: z.string(), ends_at: z.nullable(Instant) })),
  product_category_name: z.string(),
  image_url: z.nullable(z.string()),
  isActive: z.boolean(),
  isDeactivated: z.boolean(),
  isSold: z.boolean(),
  version: z.int(),
  /** Of a combo deal. */
  combo_id: z.nullable(z.int()),
  combo_version: z.nullable(z.int()),
  combo_items: z.array(ComboItem),
  /** Why a combo should not be sold as it is, in words. */
  problems: z.array(z.string()),
})
export type ConcessionProduct = z.infer<typeof ConcessionProduct>

/** What a cinema sells, by category; combo deals are a group of their own, the last. */
export const Menu = z.object({
  cinema_id: z.string(),
  cinema_name: z.string(),
  /** When it was last taken from the point of sale; since when and why it could not be since. */
  as_of: z.nullable(Instant),
  failing_since: z.nullable(Instant),
  reason: z.nullable(z.string()),
  /** Why it is not taken at all. */
  refusal: z.nullable(z.string()),
  concessions: z.array(z.object({ categoryName: z.string(), products: z.array(ConcessionProduct) })),
})
export type Menu = z.infer<typeof Menu>

/** A product of the chain with the cinemas that sell it. */
export const ChainProduct = z.object({
  rosetta_product_id: z.string(),
  product_name: z.string(),
  product_category_name: z.string(),
  image_url: z.nullable(z.string()),
  hpok: z.nullable(z.string()),
  version: z.int(),
  cinemas: z.array(ConcessionProduct),
})
export type ChainProduct = z.infer<typeof ChainProduct>

/** What became of one cinema of a change to several. */
export const Outcome = z.object({
  cinema_id: z.string(),
  cinema_name: z.string(),
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  message: z.string(),
  product: z.nullable(ConcessionProduct),
})
export type Outcome = z.infer<typeof Outcome>

const Title = text(40, messages.noTitle)
const CinemaId = text(40, messages.cinema)
/** Ids of products, each once; as they are, or in the shape in which a combo's items are answered. */
const Items = z
  .array(
    z.union([
      PosId,
      z.pipe(
        z.object({ product_id: PosId }),
        z.transform((item) => item.product_id),
      ),
    ]),
    messages.noItem,
  )
  .check(
    z.minLength(1, messages.noItem),
    z.maxLength(AT_ONCE, messages.tooMany),
    z.refine((ids) => new Set(ids).size === ids.length, messages.twice),
  )
const Price = z.number(messages.badPrice).check(z.refine((naira) => wrongPrice(naira) === undefined, messages.badPrice))
const OwnPrice = Price.check(z.refine((naira) => naira !== 0, messages.noPrice))

const ComboId = z.object({
  id: DbId(errors.notFound('combo deal')),
})
const display = {
  cinema_id: CinemaId,
  search: SearchTerm,
  category: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(z.enum(['active', 'inactive'], 'status is active or inactive')),
  columns: ColumnChoice,
}

/** The fields beside the file of an upload. */
export const ImageForm = z.object({
  rosetta_product_id: text(40, messages.noProduct),
})

/** Operations 7, Concessions; decisions, The wire: what GET /concessions/{id} answers. */
export const concessions = endpoints('concessions', {
  fetch: {
    method: 'GET',
    path: '/concessions/{id}',
    // By what is asked for: a cinema's products, or a food or beverage.
    permission: 'session',
    summary: 'Fetch a food or beverage. With add_mobile_device=true, list the products of a cinema by category.',
    params: z.object({ id: text(40) }),
    query: z.object({
      add_mobile_device: z.optional(z.enum(['true', 'false'], 'add_mobile_device is true or false')),
    }),
    reply: z.union([Menu, Edible]),
  },
  rosetta: {
    method: 'GET',
    path: '/concessions/rosetta/{id}',
    permission: 'concessions:read',
    summary: 'Fetch a product by its point-of-sale ID, with its cinemas',
    params: z.object({ id: text(40) }),
    reply: ChainProduct,
  },
  productsCsv: {
    method: 'GET',
    path: '/concessions/products.csv',
    permission: 'concessions:export',
    summary: "Export a cinema's products as CSV (concessions.csv)",
    allowReplica: true,
    query: z.object({
      ...display,
      sort: sorting('product_name', 'display_price', 'product_id', 'product_category_name', 'status'),
    }),
    stream: 'text/csv',
  },
  combosCsv: {
    method: 'GET',
    path: '/concessions/combo-deals.csv',
    permission: 'concessions:export',
    summary: "Export a cinema's combo deals as CSV (combo-deals.csv)",
    allowReplica: true,
    query: z.object({ ...display, sort: sorting('product_name', 'display_price', 'product_id', 'items') }),
    stream: 'text/csv',
  },
  uploadImage: {
    method: 'POST',
    path: '/concessions/upload-image',
    permission: 'concessions:write',
    scope: 'chain',
    summary: 'Upload the picture of a product for all cinemas. Multipart: rosetta_product_id and file.',
    files: true,
    body: ImageForm,
    reply: z.object({ rosetta_product_id: z.string(), image_url: z.string(), version: z.int() }),
    says: messages.imageStored,
    alsoStale: ['edibles', 'merchandise'],
    transaction: 'own',
  },
  createCombo: {
    method: 'POST',
    path: '/concessions/combo-deals',
    permission: 'concessions:write',
    about: { cinema: 'body.cinema_id' },
    approval: 'prices',
    summary: 'Create a combo deal at the price of its title. A different price is rejected.',
    body: z.object({
      rosetta_product_id: Title,
      combo_items: Items,
      cinema_id: CinemaId,
      display_price: z.optional(Price),
    }),
    reply: ConcessionProduct,
    status: 201,
    says: messages.comboMade,
  },
  editCombo: {
    method: 'PUT',
    path: '/concessions/combo-deals/{id}',
    permission: 'concessions:write',
    about: { 'combo deal': 'params.id' },
    approval: 'prices',
    summary: 'Edit the items of a combo deal',
    params: ComboId,
    body: z.object({ rosetta_product_ids: Items, display_price: z.optional(Price), version: Version }),
    reply: ConcessionProduct,
    says: messages.comboSaved,
  },
  editComboOf: {
    method: 'PUT',
    path: '/concessions/combo-deals',
    permission: 'concessions:write',
    about: { cinema: 'body.cinema_id' },
    approval: 'prices',
    summary: 'Edit the items of a combo deal by its title at a cinema',
    body: z.object({
      rosetta_product_id: Title,
      cinema_id: CinemaId,
      rosetta_product_ids: Items,
      display_price: z.optional(Price),
      version: Version,
    }),
    reply: ConcessionProduct,
    says: messages.comboSaved,
  },
  deleteCombo: {
    method: 'DELETE',
    path: '/concessions/combo-deals/{id}',
    permission: 'concessions:write',
    about: { 'combo deal': 'params.id' },
    summary: 'Delete a combo deal. Its title is an ordinary product again.',
    params: ComboId,
    reply: z.object({ id: z.int() }),
    says: messages.comboDeleted,
  },
  deleteComboOf: {
    method: 'DELETE',
    path: '/concessions/combo-deals',
    permission: 'concessions:write',
    about: { cinema: 'query.cinema_id' },
    summary: 'Delete a combo deal by its title at a cinema',
    query: z.object({ rosetta_product_id: Title, cinema_id: CinemaId }),
    reply: z.object({ id: z.int() }),
    says: messages.comboDeleted,
  },
  restoreCombo: {
    method: 'POST',
    path: '/concessions/combo-deals/{id}/restore',
    permission: 'concessions:write',
    about: { 'combo deal': 'params.id' },
    summary: 'Restore a deleted combo deal',
    params: ComboId,
    reply: ConcessionProduct,
    says: messages.comboRestored,
  },
  activate: {
    method: 'PUT',
    path: '/concessions/activate/{id}',
    permission: 'concessions:write',
    about: { 'cinema product': 'params.id' },
    summary: 'Activate a product at a cinema',
    params: z.object({ id: DbId(messages.noProduct) }),
    reply: ConcessionProduct,
    says: messages.activated,
    alsoStale: ['edibles', 'merchandise'],
  },
  deactivate: {
    method: 'PUT',
    path: '/concessions/deactivate',
    permission: 'concessions:write',
    about: { cinema: 'body.cinema_id' },
    summary: 'Deactivate products at a cinema. Combo deals with them show a problem.',
    body: z.object({ rosetta_product_ids: Items, cinema_id: CinemaId }),
    reply: z.array(ConcessionProduct),
    says: messages.deactivated,
    alsoStale: ['edibles', 'merchandise'],
  },
  atCinemas: {
    method: 'PUT',
    path: '/concessions/rosetta/{id}/cinemas',
    permission: 'concessions:write',
    about: { cinema: 'body.cinemas.cinema_id' },
    approval: 'prices',
    summary: 'Change the price and state of a product at many cinemas. With price null, it follows the point of sale.',
    params: z.object({ id: text(40) }),
    body: z
      .object({
        cinemas: z
          .array(z.object({ cinema_id: CinemaId, version: Version }), messages.noCinema)
          .check(z.minLength(1, messages.noCinema), z.maxLength(AT_ONCE, messages.tooMany)),
        display_price: z.optional(z.nullable(OwnPrice)),
        isActive: z.optional(z.boolean()),
      })
      .check(
        z.refine(({ display_price, isActive }) => display_price !== undefined || isActive !== undefined, {
          path: ['display_price'],
          error: messages.noChange,
        }),
      ),
    reply: z.object({ results: z.array(Outcome) }),
    alsoStale: ['edibles', 'merchandise'],
  },
})
