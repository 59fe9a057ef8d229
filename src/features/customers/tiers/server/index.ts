import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = { policy, routes: handlers, demo, person: { columns: personalColumns } }
