import type { ServerFeature } from '#server/feature.ts'
import { deleted } from './deleted.ts'
import { handlers as edibles } from './edible-handlers.ts'
import { handlers } from './handlers.ts'
import { takeAtStart, takeProductsJob } from './jobs.ts'
import { personalColumns } from './personal-data.ts'
import { handlers as margin } from './margin-handlers.ts'
import { handlers as priceChanges } from './price-handlers.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = {
  policy,
  routes: [...handlers, ...edibles, ...priceChanges, ...margin],
  deleted,
  person: { columns: personalColumns },
  jobs: [takeProductsJob],
  start: takeAtStart,
}
