import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { holds } from './holds.ts'
import { deliverNotices, watchLasting } from './jobs.ts'
import { letters } from './letters.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [deliverNotices, watchLasting],
  letters,
  person: { holds },
  demo,
}
