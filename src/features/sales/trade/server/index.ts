import type { ServerFeature } from '#server/feature.ts'
import { person } from './personal-records.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = { policy, routes: [], person }
