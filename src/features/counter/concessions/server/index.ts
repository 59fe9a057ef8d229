import type { IsInScope, CinemasOf, ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { deleted } from './deleted.ts'
import { handlers as edibles } from './edible-handlers.ts'
import { handlers } from './handlers.ts'
import { takeAtStart, takeProductsJob } from './jobs.ts'
import { personalColumns } from './personal-data.ts'
import { handlers as margin } from './margin-handlers.ts'
import { handlers as priceChanges } from './price-handlers.ts'
import { cinemasOfChange, isWhollySeen } from './price-store.ts'
import { cinemaOfProduct, findCombo } from './store.ts'

const isInScope: IsInScope = {
  // Wholly: to take it back changes prices at all its cinemas.
  'price change': async (db, id) => isWhollySeen(db, Number(id)),
}

const cinemasOf: CinemasOf = {
  'combo deal': async (db, id) => {
    const combo = await findCombo(db, Number(id))
    return combo ? [combo.cinema_id] : []
  },
  'cinema product': async (db, id) => {
    const cinema = await cinemaOfProduct(db, Number(id))
    return cinema ? [cinema] : []
  },
  'price change': async (db, id) => (await cinemasOfChange(db, Number(id))).map(({ cinema_id }) => cinema_id),
}

export const server: ServerFeature = {
  routes: [...handlers, ...edibles, ...priceChanges, ...margin],
  deleted,
  isInScope,
  cinemasOf,
  person: { columns: personalColumns },
  jobs: [takeProductsJob],
  start: takeAtStart,
  demo,
}
