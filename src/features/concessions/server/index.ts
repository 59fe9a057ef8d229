import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers as edibles } from './edible-handlers.ts'
import { handlers } from './handlers.ts'
import { takeAtStart, takeProductsJob } from './jobs.ts'
import { holds } from './holds.ts'

export const server: ServerFeature = {
  routes: [...handlers, ...edibles],
  person: { holds },
  jobs: [takeProductsJob],
  start: takeAtStart,
  demo,
}
