import * as z from 'zod/mini'
import { IntegrationError } from '../error.ts'
import type { VendorClient } from '../vendor.ts'
import { Amount, Flag, Id, IdOrNone, Text, wordsOf } from './fields.ts'
import type { PosProduct } from './port.ts'
import { sorted } from './sorts.ts'

const Item = z.object({
  Id,
  HOPK: IdOrNone,
  HeadOfficeItemCode: Text,
  Description: Text,
  PriceInCents: Amount,
  IsRecognitionOnly: Flag,
})
const Tabs = z.object({
  ResponseCode: Amount,
  ErrorDescription: Text,
  ConcessionTabs: z.optional(
    z.nullable(z.array(z.object({ Name: Text, ConcessionItems: z.optional(z.nullable(z.array(Item))) }))),
  ),
})

const PATH = '/RESTData.svc/concession-items-grouped-by-tabs'

const koboOf = (cents: z.infer<typeof Amount>) => Math.max(0, Math.round(Number(cents ?? 0)) || 0)

/**
 * The items that Vista Connect sells at a cinema, by the tabs of its till; the tab is the category, and one that stands on
 * several tabs is of the first. The cinema's own number of an item differs from house to house: the head office's code
 * does not, and Connect takes it in orders as well. An item without a code is the cinema's own. What is given for loyalty
 * points alone is not sold.
 */
export async function vistaProducts(client: VendorClient, cinemaId: string): Promise<PosProduct[]> {
  const answer = await client.json(PATH, { query: { cinemaId }, schema: Tabs })
  if (!answer)
    throw new IntegrationError('The point of sale has no list of products. Its address in our settings is not right')
  if (Number(answer.ResponseCode ?? 0) !== 0)
    throw new IntegrationError(
      `The point of sale did not send the products of cinema ${cinemaId}: ${wordsOf(answer.ErrorDescription) ?? `code ${answer.ResponseCode}`}`,
    )
  const products = new Map<string, PosProduct>()
  for (const tab of answer.ConcessionTabs ?? [])
    for (const item of tab.ConcessionItems ?? []) {
      const id = wordsOf(item.HeadOfficeItemCode) ?? `${cinemaId}-${item.Id}`
      if (products.has(id) || item.IsRecognitionOnly) continue
      const name = wordsOf(item.Description) ?? item.Id
      const category = wordsOf(tab.Name) ?? 'Other'
      products.set(id, {
        id,
        hopk: wordsOf(item.HOPK) ?? null,
        name,
        category,
        ...sorted(name, category),
        kobo: koboOf(item.PriceInCents),
      })
    }
  return [...products.values()]
}
