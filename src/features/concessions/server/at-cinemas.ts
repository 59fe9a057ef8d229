import { counted } from '#contract/counted.ts'
import { showNaira, toKobo } from '#contract/money.ts'
import type { Context } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import type { concessions, ConcessionProduct, Outcome } from '../contract.ts'
import { messages } from '../rules.ts'
import { changeProduct, findProduct, heldEverywhere, productAt } from './store.ts'

type Change = { display_price?: number | null | undefined; isActive?: boolean | undefined }

/**
 * Price and activation of one product at many cinemas. Each cinema has an outcome of its own: one that does not sell it,
 * or that somebody else has changed meanwhile, keeps none of the others from changing.
 */
export async function changeAtCinemas({
  params: { id },
  body: { cinemas, ...change },
  db,
  record,
  weigh,
}: Context<typeof concessions.atCinemas>): Promise<{ results: Outcome[] }> {
  const product = await findProduct(db, id)
  if (!product) throw notFound('product')
  const before = new Map((await heldEverywhere(db, product.id)).map((one) => [one.cinema_id, one]))
  const wanted = new Map(cinemas.map((cinema) => [cinema.cinema_id, cinema.version]))
  const results: Outcome[] = []
  for (const [cinemaId, version] of wanted) {
    const at = before.get(cinemaId)
    const refused = refusalOf(at, version)
    if (!at || refused) {
      results.push({
        cinema_id: cinemaId,
        cinema_name: at?.cinema_name ?? cinemaId,
        outcome: 'refused',
        message: refused ?? '',
        product: at ?? null,
      })
      continue
    }
    const isChanged = differs(at, change)
    if (isChanged) await changeProduct(db, at.id, toRow(change))
    const after = isChanged ? (await productAt(db, at.id))! : at
    results.push({
      cinema_id: cinemaId,
      cinema_name: at.cinema_name,
      outcome: isChanged ? 'changed' : 'unchanged',
      message: isChanged ? wordsOf(after) : 'It was so already',
      product: after,
    })
  }
  const changed = results.filter(({ outcome }) => outcome === 'changed')
  weigh(
    Math.max(
      0,
      ...changed.map((one) => movedPrice(before.get(one.cinema_id)!.display_price, one.product!.display_price)),
    ),
  )
  await record({
    entity: 'product',
    id,
    summary: `Changed ${product.name} at ${changed.length} of ${counted(results.length, 'cinema')}`,
    before: Object.fromEntries(changed.map((one) => [one.cinema_name, wordsOf(before.get(one.cinema_id)!)])),
    after: Object.fromEntries(changed.map((one) => [one.cinema_name, one.message])),
  })
  return { results }
}

/** By how much a price changes, in kobo. */
const movedPrice = (before: number, after: number) => Math.abs(toKobo(after) - toKobo(before))

function refusalOf(at: ConcessionProduct | undefined, version: number | undefined): string | undefined {
  if (!at?.isSold) return messages.notSold(at?.product_name ?? 'this product')
  if (version !== undefined && version !== at.version) return 'Somebody else changed this in the meantime'
}

const differs = (at: ConcessionProduct, { display_price: price, isActive }: Change): boolean =>
  (isActive !== undefined && isActive !== at.isActive) ||
  (price === null && at.hasOwnPrice) ||
  (typeof price === 'number' && (toKobo(price) !== toKobo(at.display_price) || !at.hasOwnPrice))

const toRow = ({ display_price: price, isActive }: Change) => ({
  ...(price !== undefined && { ownKobo: price === null ? null : toKobo(price) }),
  ...(isActive !== undefined && { isActive }),
})

const wordsOf = ({ display_price, hasOwnPrice, isActive }: ConcessionProduct) =>
  `${showNaira(display_price)}${hasOwnPrice ? '' : ' (point of sale)'}, ${isActive ? 'active' : 'not active'}`
