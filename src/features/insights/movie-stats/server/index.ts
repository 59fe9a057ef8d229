import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'

export const server: ServerFeature = { routes: handlers, person: { columns: personalColumns } }
