import { counted } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'
import { showNaira, toKobo } from '#contract/money.ts'
import type { Context } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import type { concessions, ConcessionProduct, Outcome } from '../contract.ts'
import { messages, setPrice } from '../rules.ts'
import { changeProduct, findProduct, lockedEverywhere, productAt } from './store.ts'

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
  declareAmount,
  now,
}: Context<typeof concessions.atCinemas>): Promise<{ results: Outcome[] }> {
  const product = await findProduct(db, id)
  if (!product) throw notFound('product')
  const before = new Map((await lockedEverywhere(db, product.id, now)).map((one) => [one.cinema_id, one]))
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
    if (isChanged) await changeProduct(db, at.id, toRow(change, now))
    const after = isChanged ? (await productAt(db, at.id, now))! : at
    results.push({
      cinema_id: cinemaId,
      cinema_name: at.cinema_name,
      outcome: isChanged ? 'changed' : 'unchanged',
      message: isChanged ? priceText(after) : 'No change',
      product: after,
    })
  }
  const changed = results.filter(({ outcome }) => outcome === 'changed')
  declareAmount(Math.max(0, ...changed.map((one) => movedKobo(before.get(one.cinema_id)!, one.product!))))
  await record({
    entity: 'product',
    id,
    summary: `Changed ${product.name} at ${changed.length} of ${counted(results.length, 'cinema')}`,
    before: Object.fromEntries(changed.map((one) => [one.cinema_name, priceText(before.get(one.cinema_id)!)])),
    after: Object.fromEntries(changed.map((one) => [one.cinema_name, one.message])),
  })
  return { results }
}

/** By how much a price changes, in kobo: now, or once no price change runs any more. */
const movedKobo = (before: ConcessionProduct, after: ConcessionProduct) =>
  Math.max(
    Math.abs(toKobo(after.display_price) - toKobo(before.display_price)),
    Math.abs(toKobo(setPrice(after)) - toKobo(setPrice(before))),
  )

function refusalOf(at: ConcessionProduct | undefined, version: number | undefined): string | undefined {
  if (!at?.isSold) return messages.notSold(at?.product_name ?? 'this product')
  if (version !== undefined && version !== at.version) return errors.stale
}

const differs = (at: ConcessionProduct, { display_price: price, isActive }: Change): boolean =>
  (isActive !== undefined && isActive !== at.isActive) ||
  (price === null && at.hasOwnPrice) ||
  (typeof price === 'number' && (toKobo(price) !== toKobo(setPrice(at)) || !at.hasOwnPrice)) ||
  // What holds for good from now on is what is set here.
  (price !== undefined && at.price_change?.ends_at === null)

const toRow = ({ display_price: price, isActive }: Change, now: Date) => ({
  ...(price !== undefined && { overrideKobo: price === null ? null : toKobo(price), overrideSince: now }),
  ...(isActive !== undefined && { isActive }),
})

function priceText(at: ConcessionProduct) {
  const { hasOwnPrice, isActive, price_change: running, display_price } = at
  const set = `${showNaira(setPrice(at))}${hasOwnPrice ? '' : ' (point of sale)'}`
  const price = running ? `${showNaira(display_price)} by “${running.name}”, ${set} without it` : set
  return `${price}, ${isActive ? 'active' : 'not active'}`
}
