import { sql } from 'drizzle-orm'
import { aDayLater, rowsIn, type Retention } from '#server/retention.ts'
import { customerPasswordResets } from './tables.ts'

export const resets: Retention = {
  name: 'password resets of customers',
  before: aDayLater,
  forget: rowsIn(customerPasswordResets, (before) => sql`${customerPasswordResets.expiresAt} < ${before}`),
}
