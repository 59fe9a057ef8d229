import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** What a connection to the outside last did. */
export const integrationStates = pgTable('integration_states', {
  name: text().primaryKey(),
  lastSuccessAt: instant('last_success_at'),
  failingSince: instant('failing_since'),
  reason: text(),
  lastFailureAt: instant('last_failure_at'),
})
