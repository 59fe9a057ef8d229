import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { ofCustomer } from './of-customer.ts'
import { person } from './person.ts'
import { policy } from './policy.ts'

export const server: ServerFeature = {
  policy,
  routes: handlers,
  person,
  ofCustomer,
}
