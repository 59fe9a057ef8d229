import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers as edibles } from './edible-handlers.ts'
import { handlers } from './handlers.ts'
import { takeAtStart, takeProductsJob } from './jobs.ts'

export const server: ServerFeature = {
  routes: [...handlers, ...edibles],
  jobs: [takeProductsJob],
  start: takeAtStart,
  demo,
}
