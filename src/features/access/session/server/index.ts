import type { ServerFeature } from '#server/feature.ts'
import { factorHandlers } from './factor-handlers.ts'
import { handlers } from './handlers.ts'
import { emails } from './emails.ts'

export const server: ServerFeature = { routes: [...handlers, ...factorHandlers], emails }
