import type { ServerFeature } from '#server/feature.ts'
import { loadInBackground } from './demo.ts'
import { handlers } from './handlers.ts'
import { removePictures } from './jobs.ts'
import { person } from './person.ts'
import { oldMerges } from './retention.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [removePictures],
  background: loadInBackground,
  person,
  retention: [oldMerges],
}
