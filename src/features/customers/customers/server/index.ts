import { counted } from '#contract/counted.ts'
import { showPhone } from '#contract/phone.ts'
import type { Find, ServerFeature } from '#server/feature.ts'
import { slice } from '#server/db/page.ts'
import { handlers } from './handlers.ts'
import { emails, passwordResets } from './emails.ts'
import { guestsListed, readGuests } from './guests.ts'
import { everybodyListed, readUsers } from './list.ts'
import { person } from './person.ts'
import { deletedNotes } from './notes.ts'
import { resets } from './retention.ts'
import { customersSeen } from './visibility.ts'
import { ofCustomer } from './timeline.ts'
import { policy } from './policy.ts'

const PALETTE_ROWS = 8

const findCustomers: Find = {
  permission: 'customers:read',
  records: async (db, term, now) => {
    const those = everybodyListed({ search_query: term }, await customersSeen(db))
    const found = await readUsers(db, await slice(db, those, { limit: PALETTE_ROWS }), now)
    return found.map(({ userId, firstName, lastName, email, mobile, lastest_subscription: plan }) => ({
      kind: 'customer',
      id: String(userId),
      title: `${firstName} ${lastName}`.trim() || (email ?? String(userId)),
      // Distinguishes equal names.
      subtitle: [mobile && showPhone(mobile), plan.endsAt ? plan.subscriptionName : '', email]
        .filter(Boolean)
        .join(' · '),
    }))
  },
}

const findGuests: Find = {
  permission: 'customers:read',
  records: async (db, search) => {
    const seen = await customersSeen(db)
    const those = guestsListed({ search }, seen, { withNames: true, upTo: PALETTE_ROWS })
    const found = await readGuests(db, await slice(db, those, { limit: PALETTE_ROWS }), seen)
    return found.map(({ customer_email: email, customer_name: name, purchases }) => ({
      kind: 'guest',
      id: email,
      title: name || email,
      subtitle: [name && email, counted(purchases, 'purchase')].filter(Boolean).join(' · '),
    }))
  },
}

export const server: ServerFeature = {
  policy,
  routes: handlers,
  retention: [resets, deletedNotes],
  emails,
  passwordResets,
  find: [findCustomers, findGuests],
  person,
  ofCustomer,
}
