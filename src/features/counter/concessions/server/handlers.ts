import { errors } from '#contract/errors.ts'
import { OTHER_CINEMA, scopeOf, refusal, type Rights } from '#contract/permissions.ts'
import { findCinema, hasSource } from '#features/programming/cinemas/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/problem.ts'
import { concessions, type ConcessionProduct, type Menu } from '../contract.ts'
import { messages } from '../rules.ts'
import { changeAtCinemas } from './at-cinemas.ts'
import { comboIdOf, createCombo, deleteCombo, editCombo, restoreCombo } from './combos.ts'
import { exportCombos, exportProducts } from './exports.ts'
import { uploadImage } from './image.ts'
import { chainProduct, grouped, menuProducts, takingOf } from './menu.ts'
import { findProductOf, toEdible } from './products.ts'
import { lockedMenu, productAt, setActive } from './store.ts'

/** Events choose among what a cinema sells. */
const MENU_READERS = ['concessions:read', 'events:read'] as const

export const handlers = handle(concessions, {
  fetch: async ({ params: { id }, query, scopedDb, me, app, now }) => {
    if (query.add_mobile_device === 'true') return menuOf(app, scopedDb(readerOf(me, id)), id, now)
    if (refusal(me, 'edible:read')) throw forbidden()
    const db = scopedDb('edible:read')
    // An id with zeros before it is the point of sale's, and none of ours.
    const edible = /^[1-9]\d{0,8}$/.test(id) ? await findProductOf(db, 'edible', Number(id), now) : undefined
    if (!edible) throw notFound('food or beverage')
    return toEdible(edible)
  },

  rosetta: async ({ params: { id }, db, now }) => {
    const product = await chainProduct(db, id, now)
    if (!product) throw notFound('product')
    return product
  },

  productsCsv: exportProducts,
  combosCsv: exportCombos,
  uploadImage,
  createCombo,
  editCombo: ({ params, body, ...kit }) => editCombo(kit, params.id, body),
  editComboOf: async ({ body, ...kit }) => editCombo(kit, await comboIdOf(kit.db, body), body),
  deleteCombo: ({ params, ...kit }) => deleteCombo(kit, params.id),
  deleteComboOf: async ({ query, ...kit }) => deleteCombo(kit, await comboIdOf(kit.db, query)),
  restoreCombo,

  activate: async ({ params: { id }, db, record, now }) => {
    const found = await productAt(db, id, now)
    if (!found) throw notFound('product')
    const before = (await lockedMenu(db, found.cinema_id, now)).get(found.product_id)
    if (!before) throw notFound('product')
    if (before.isActive) throw conflict(messages.isActive)
    await setActive(db, [id], true)
    await record({ ...about(before), summary: `Activated ${nameAt(before)}`, ...switched(true) })
    return (await productAt(db, id, now))!
  },

  deactivate: async ({ body: { rosetta_product_ids: ids, cinema_id }, db, record, now }) => {
    const cinema = await findCinema(db, cinema_id)
    if (!cinema) throw invalid({ cinema_id: errors.notFound('cinema') })
    const menu = await lockedMenu(db, cinema_id, now)
    const chosen = ids.map((id) => {
      const product = menu.get(id)
      if (!product) throw invalid({ rosetta_product_ids: messages.notSold(id) })
      return product
    })
    const active = chosen.filter((product) => product.isActive)
    if (!active.length) throw conflict(messages.isInactive)
    await setActive(
      db,
      active.map((product) => product.id),
      false,
    )
    for (const product of active)
      await record({ ...about(product), summary: `Deactivated ${nameAt(product)}`, ...switched(false) })
    const after = await lockedMenu(db, cinema_id, now)
    return ids.map((id) => after.get(id)!)
  },

  atCinemas: changeAtCinemas,
})

/** With what somebody reads the menu of a cinema. @throws 403 */
function readerOf(me: Rights, cinemaId: string): (typeof MENU_READERS)[number] {
  const ways = MENU_READERS.filter((permission) => !refusal(me, permission))
  if (!ways.length) throw forbidden()
  const way = ways.find((permission) => {
    const scope = scopeOf(me, permission)
    return scope === 'chain' || scope.includes(cinemaId)
  })
  if (!way) throw forbidden(OTHER_CINEMA)
  return way
}

async function menuOf(app: App, db: Db, cinemaId: string, now: Date): Promise<Menu> {
  const cinema = await findCinema(db, cinemaId)
  if (!cinema) throw notFound('cinema')
  return {
    cinema_id: cinema.id,
    cinema_name: cinema.name,
    ...(await takingOf(db, cinemaId)),
    refusal: refusalOf(app),
    concessions: grouped(await menuProducts(db, cinemaId, now)),
  }
}

const refusalOf = (app: App) => (!hasSource(app) ? messages.noSource : app.pos.products ? null : messages.notReported)

const nameAt = ({ product_name, cinema_name }: ConcessionProduct) => `${product_name} at ${cinema_name}`
const about = ({ product_id: id }: ConcessionProduct) => ({ entity: 'product', id })
const switched = (to: boolean) => ({ before: { isActive: !to }, after: { isActive: to } })
