import type { Belongs, CinemasOf, ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { deleted } from './deleted.ts'
import { handlers as edibles } from './edible-handlers.ts'
import { handlers } from './handlers.ts'
import { takeAtStart, takeProductsJob } from './jobs.ts'
import { holds } from './holds.ts'
import { findCombo, productAt } from './store.ts'

const belongs: Belongs = {
  'combo deal': async (db, id) => (await findCombo(db, Number(id))) !== undefined,
  'cinema product': async (db, id) => (await productAt(db, Number(id))) !== undefined,
}

const cinemasOf: CinemasOf = {
  'combo deal': async (db, id) => {
    const combo = await findCombo(db, Number(id))
    return combo ? [combo.cinema_id] : []
  },
  'cinema product': async (db, id) => {
    const product = await productAt(db, Number(id))
    return product ? [product.cinema_id] : []
  },
}

export const server: ServerFeature = {
  routes: [...handlers, ...edibles],
  deleted,
  belongs,
  cinemasOf,
  person: { holds },
  jobs: [takeProductsJob],
  start: takeAtStart,
  demo,
}
