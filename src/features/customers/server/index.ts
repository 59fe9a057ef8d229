import type { Find, ServerFeature } from '#server/feature.ts'
import { cut } from '#server/db/page.ts'
import { handlers } from './handlers.ts'
import { letters, passwordResets } from './letters.ts'
import { everybodyListed } from './list.ts'
import { customersOf, fullName } from './people.ts'
import { person } from './person.ts'
import { resets } from './retention.ts'

const PALETTE_ROWS = 8

const find: Find = {
  may: 'customers:read',
  records: async (db, term) => {
    const keys = await cut(db, everybodyListed({ search_query: term }), { limit: PALETTE_ROWS })
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

export const server: ServerFeature = {
  routes: handlers,
  retention: [resets],
  letters,
  passwordResets,
  find,
  person,
}
