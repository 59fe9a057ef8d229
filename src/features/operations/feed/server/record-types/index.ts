import type { RecordType } from '../../rules.ts'
import { ingestCorrections } from './corrections.ts'
import { ingestCustomers } from './customers.ts'
import { ingestDevices } from './devices.ts'
import { ingestErrors } from './errors.ts'
import { ingestPurchases } from './purchases.ts'
import { ingestRedemptions } from './redemptions.ts'
import { ingestRefunds } from './refunds.ts'
import { ingestReviews } from './reviews.ts'
import { ingestSubscriptions } from './subscriptions.ts'
import { once, type Ingester } from './ingest-context.ts'
import { ingestVisits } from './visits.ts'

export type { Outcome, Ingester } from './ingest-context.ts'

/**
 * Ingester of each record type. A batch may repeat customers and devices, and corrections run one by one; other records
 * are taken once.
 */
export const ingesters: { [S in RecordType]: Ingester<S> } = {
  customers: ingestCustomers,
  subscriptions: once(ingestSubscriptions),
  purchases: once(ingestPurchases),
  refunds: once(ingestRefunds),
  corrections: ingestCorrections,
  redemptions: once(ingestRedemptions),
  visits: once(ingestVisits),
  reviews: once(ingestReviews),
  errors: once(ingestErrors),
  devices: ingestDevices,
}
