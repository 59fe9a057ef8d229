import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { deliverNotices, watchLasting } from './jobs.ts'
import { letters } from './letters.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [deliverNotices, watchLasting],
  letters,
  person: { columns: personalColumns },
  demo,
}
