import type { ServerFeature } from '#server/feature.ts'
import { person } from './held.ts'

export const server: ServerFeature = { routes: [], person }
