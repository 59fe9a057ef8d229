import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = { policy, routes: handlers, person: { columns: personalColumns } }
