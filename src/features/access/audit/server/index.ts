import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { ofCustomer } from './of-customer.ts'

export const server: ServerFeature = { routes: handlers, ofCustomer }
