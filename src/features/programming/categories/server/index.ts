import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { deleted } from './deleted.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'

export const server: ServerFeature = { routes: handlers, deleted, demo, person: { columns: personalColumns } }
