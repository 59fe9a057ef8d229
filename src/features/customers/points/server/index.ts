import { cinemasOfCustomer, isCustomerThere } from '#features/customers/customers/server/public.ts'
import type { IsInScope, CinemasOf, ServerFeature } from '#server/feature.ts'
import { loadInBackground } from './demo.ts'
import { handlers } from './handlers.ts'
import { findLine } from './ledger.ts'
import { ofCustomer } from './of-customer.ts'
import { person } from './person.ts'

const isInScope: IsInScope = {
  'points line': async (db, id) => {
    const line = await findLine(db, Number(id))
    return line !== undefined && (await isCustomerThere(db, line.customerId))
  },
}

const cinemasOf: CinemasOf = {
  'points line': async (db, id) => {
    const line = await findLine(db, Number(id))
    return line ? cinemasOfCustomer(db, line.customerId) : []
  },
}

export const server: ServerFeature = {
  routes: handlers,
  background: loadInBackground,
  isInScope,
  cinemasOf,
  person,
  ofCustomer,
}
