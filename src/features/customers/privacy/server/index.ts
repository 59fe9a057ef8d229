import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { eraseTexts, removePictures } from './jobs.ts'
import { erasureFails } from './alerts.ts'
import { person } from './person.ts'
import { oldMerges } from './retention.ts'

export const server: ServerFeature = {
  routes: handlers,
  jobs: [removePictures, eraseTexts],
  alerts: [erasureFails],
  person,
  retention: [oldMerges],
}
