import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'

export const server: ServerFeature = { routes: handlers, demo, person: { columns: personalColumns } }
