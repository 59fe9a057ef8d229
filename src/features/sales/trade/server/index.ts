import type { ServerFeature } from '#server/feature.ts'
import { person } from './personal-records.ts'

export const server: ServerFeature = { routes: [], person }
