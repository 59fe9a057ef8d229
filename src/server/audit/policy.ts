import type { Policy } from '../db/policies.ts'

/** What was done at their cinemas alone, as a line says all that was done; and what they did themselves. */
export const policy: Policy = {
  rows: {
    audit_log: {
      where: `(cinema_ids <> '{}' and cinema_ids <@ (select scoped_cinemas())) or actor_id = (select scoped_person())`,
    },
  },
  // It says what kinds of things were done anywhere, and nothing of a line.
  grants: ['grant select on audit_actions to marquee_scoped'],
}
