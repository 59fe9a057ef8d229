import type { Policy } from '../db/policies.ts'

/** Shows a cinema role entries about its own cinemas only, and its own actions. */
export const policy: Policy = {
  rows: {
    audit_log: {
      where: `(cinema_ids <> '{}' and cinema_ids <@ (select scoped_cinemas())) or actor_id = (select scoped_person())`,
    },
  },
  // Lists kinds of actions anywhere, but nothing from an entry.
  grants: ['grant select on audit_actions to marquee_scoped'],
}
