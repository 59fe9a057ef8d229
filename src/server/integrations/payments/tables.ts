import { pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'

/** What the embedded payments were asked for. */
export const paymentsEmbedded = pgTable('payments_embedded', {
  id: id(),
  reference: text().notNull(),
  token: text().notNull(),
  email: text().notNull(),
  kobo: bigint('kobo').notNull(),
  at: instant('at').notNull(),
  refundedKobo: bigint('refunded_kobo').notNull().default(0),
})

/** What they paid back. */
export const paymentsEmbeddedRefunds = pgTable('payments_embedded_refunds', {
  id: id(),
  chargeId: bigint('charge_id').notNull(),
  reference: text(),
  kobo: bigint('kobo').notNull(),
  at: instant('at').notNull(),
})
