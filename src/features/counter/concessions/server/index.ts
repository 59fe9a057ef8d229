import type { ServerFeature } from '#server/feature.ts'
import { deleted } from './deleted.ts'
import { handlers } from './handlers.ts'
import { countMerchandiseJob, takeAtStart, takeProductsJob } from './jobs.ts'
import { personalColumns } from './personal-data.ts'
import { handlers as margin } from './margin-handlers.ts'
import { handlers as priceChanges } from './price-handlers.ts'
import { policy } from './policy.ts'
import { handlers as products } from './product-handlers.ts'

export const server: ServerFeature = {
  policy,
  routes: [...handlers, ...products, ...priceChanges, ...margin],
  deleted,
  person: { columns: personalColumns },
  jobs: [takeProductsJob, countMerchandiseJob],
  start: takeAtStart,
}
