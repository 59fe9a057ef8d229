import type { Policy } from '#server/db/policies.ts'

/** A customer is of the cinemas where they bought and of the one that they call theirs. Where the chain shows all customers to
 * everybody, they are still changed at their cinemas alone. */
export const policy: Policy = {
  rows: {
    customer_cinemas: 'cinema',
    customers: { customer: 'id' },
    customer_notes: {
      where: `customer_id is not null and (select customers_are_shared())
        or exists (select from customer_cinemas x where x.customer_id = customer_notes.customer_id)
        or exists (select from guest_cinemas x where x.email = customer_notes.guest)`,
    },
  },
  grants: [
    // It says whom the chain shows them.
    'grant select on customer_sharing to marquee_scoped',
    // It shows nothing by itself: what is found is joined to rows that a policy shows.
    'grant select on searched_customers to marquee_scoped',
  ],
  records: {
    customer: { table: 'customer_cinemas', key: 'customer_id' },
    guest: { table: 'guest_cinemas', key: 'email', id: 'email' },
  },
}
