import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { groupOld, prune } from './jobs.ts'

export const server: ServerFeature = { routes: handlers, jobs: [prune], demo, background: groupOld }
