import type { Policy } from '#server/db/policies.ts'

const IS_SHARED = 'customer_id is not null and (select customers_are_shared())'

/**
 * Visibility of customers: at cinemas where they bought, and at their default cinema. Shared customers are readable
 * everywhere, but editable only at those cinemas.
 */
export const policy: Policy = {
  rows: {
    customer_cinemas: 'cinema',
    customers: { customer: 'id' },
    customer_notes: {
      where: `${IS_SHARED}
        or exists (select from customer_cinemas x where x.customer_id = customer_notes.customer_id)
        or exists (select from guest_cinemas x where x.email = customer_notes.guest)`,
    },
  },
  grants: [
    // Holds whether the chain shares its customers.
    'grant select on customer_sharing to marquee_scoped',
    // Safe without a policy, because its results are joined to rows that have one.
    'grant select on searched_customers to marquee_scoped',
  ],
  records: {
    customer: { table: 'customer_cinemas', key: 'customer_id' },
    guest: { table: 'guest_cinemas', key: 'email', id: 'email' },
  },
}
