import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { daysLater, rowsIn, type Retention } from '#server/retention.ts'
import { paymentWebhooks } from './tables.ts'

/** Stores a webhook of the provider before it is processed. @returns the id */
export async function keepWebhook(db: Db, provider: string, body: unknown, at: Date): Promise<number> {
  const text = JSON.stringify(body ?? null)
  const [stored] = await db
    .insert(paymentWebhooks)
    .values({ at, provider, body: text })
    .returning({ id: paymentWebhooks.id })
  return stored!.id
}

/** Stores the outcome of a webhook. */
export const noteOutcome = (db: Db, id: number, outcome: string) =>
  db.update(paymentWebhooks).set({ outcome }).where(eq(paymentWebhooks.id, id))

/** Retention long enough for a dispute of the month before last. */
export const oldWebhooks: Retention = {
  name: 'webhooks of the payment provider',
  before: daysLater(90),
  forget: rowsIn(paymentWebhooks, (before) => sql`${paymentWebhooks.at} < ${before}`),
}
