import * as z from 'zod/mini'
import { IntegrationError } from '../error.ts'
import type { VendorClient } from '../vendor.ts'
import { idIn, readRecords, type Listed, type Row } from '../records.ts'
import { Amount, Flag, Id, IdOrNone, Kobo, orNothing, Text } from './fields.ts'
import type { PosProduct } from './port.ts'
import { sorted } from './sorts.ts'

const Item = z.object({
  Id,
  HOPK: orNothing(IdOrNone),
  HeadOfficeItemCode: IdOrNone,
  Description: orNothing(Text),
  PriceInCents: Kobo,
  IsRecognitionOnly: Flag,
})
const Tab = z.object({ Name: orNothing(Text), ConcessionItems: z.optional(z.nullable(z.array(z.unknown()))) })
const Tabs = z.object({
  ResponseCode: orNothing(Amount),
  ErrorDescription: orNothing(Text),
  ConcessionTabs: z.optional(z.nullable(z.array(z.unknown()))),
})

const PATH = '/RESTData.svc/concession-items-grouped-by-tabs'

/**
 * Reads the products of a cinema by the tabs of its till; the first tab of a product is its category. Items sold only
 * for loyalty points are excluded.
 * The ID is the head office's code, because a cinema's own number differs between cinemas and Connect accepts the code
 * in orders. An item without a code is the cinema's own.
 */
export async function vistaProducts(client: VendorClient, cinemaId: string): Promise<Listed<PosProduct>> {
  const answer = await client.json(PATH, { query: { cinemaId }, schema: Tabs })
  if (!answer)
    throw new IntegrationError(
      "The point of sale has no list of products (404). Check its address in the server's configuration.",
    )
  if (answer.ResponseCode)
    throw new IntegrationError(
      `The point of sale did not send the products of cinema ${cinemaId}: ${answer.ErrorDescription ?? `code ${answer.ResponseCode}`}`,
    )
  const of = ` of cinema ${cinemaId}`
  const tabs = readRecords(answer.ConcessionTabs ?? [], {
    kind: 'Tab',
    of,
    names: ['Id'],
    schema: Tab,
    idOf: () => null,
  })
  const unread = tabs.unread
  const products = new Map<string, PosProduct>()
  for (const tab of tabs.records) {
    const items = readRecords(tab.ConcessionItems ?? [], {
      kind: 'Product',
      of,
      names: ['HeadOfficeItemCode', 'Id'],
      schema: Item,
      idOf: (row) => idOf(cinemaId, row),
    })
    unread.push(...items.unread)
    for (const item of items.records) {
      const id = item.HeadOfficeItemCode ?? `${cinemaId}-${item.Id}`
      if (products.has(id) || item.IsRecognitionOnly) continue
      const name = item.Description ?? item.Id
      const category = tab.Name ?? 'Other'
      products.set(id, { id, hopk: item.HOPK, name, category, ...sorted(name, category), kobo: item.PriceInCents })
    }
  }
  return { records: [...products.values()], unread }
}

/** Returns our ID of an unreadable item; null: unreadable code, so possibly any product. */
function idOf(cinemaId: string, { HeadOfficeItemCode, Id: own }: Row): string | null {
  const code = z.safeParse(IdOrNone, HeadOfficeItemCode)
  const id = idIn(own)
  if (!code.success) return null
  return code.data ?? (id === undefined ? null : `${cinemaId}-${id}`)
}
