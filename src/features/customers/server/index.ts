import type { Belongs, CinemasOf, Find, ServerFeature } from '#server/feature.ts'
import { cut } from '#server/db/page.ts'
import { handlers } from './handlers.ts'
import { letters, passwordResets } from './letters.ts'
import { everybodyListed } from './list.ts'
import { customersOf, fullName } from './people.ts'
import { person } from './person.ts'
import { resets } from './retention.ts'
import { cinemasOfCustomer, customersSeen, isCustomerThere } from './seen.ts'

const PALETTE_ROWS = 8

const find: Find = {
  may: 'customers:read',
  records: async (db, term) => {
    const those = everybodyListed({ search_query: term }, await customersSeen(db))
    const keys = await cut(db, those, { limit: PALETTE_ROWS })
    const ids = keys.map((key) => Number(key.at(-1)))
    const found = await customersOf(db, ids)
    return found.map((customer) => ({
      kind: 'customer',
      id: String(customer.id),
      title: fullName(customer) || (customer.email ?? String(customer.id)),
      subtitle: customer.email ?? customer.phone ?? '',
    }))
  },
}

const belongs: Belongs = { customer: (db, id) => isCustomerThere(db, Number(id)) }

const cinemasOf: CinemasOf = { customer: (db, id) => cinemasOfCustomer(db, Number(id)) }

export const server: ServerFeature = {
  routes: handlers,
  retention: [resets],
  letters,
  passwordResets,
  find,
  belongs,
  cinemasOf,
  person,
}
