import type { StreamName } from '../../rules.ts'
import { takeCorrections } from './corrections.ts'
import { takeCustomers } from './customers.ts'
import { takeDevices } from './devices.ts'
import { takeErrors } from './errors.ts'
import { takePurchases } from './purchases.ts'
import { takeRedemptions } from './redemptions.ts'
import { takeRefunds } from './refunds.ts'
import { takeReviews } from './reviews.ts'
import { takeSubscriptions } from './subscriptions.ts'
import { once, type Take } from './taking.ts'
import { takeVisits } from './visits.ts'

export type { Outcome, Take } from './taking.ts'

/** How each stream's lines are taken. A customer or a device may be reported several times in one
 * batch, and corrections are taken one by one; all else is reported once. */
export const takers: { [S in StreamName]: Take<S> } = {
  customers: takeCustomers,
  subscriptions: once(takeSubscriptions),
  purchases: once(takePurchases),
  refunds: once(takeRefunds),
  corrections: takeCorrections,
  redemptions: once(takeRedemptions),
  visits: once(takeVisits),
  reviews: once(takeReviews),
  errors: once(takeErrors),
  devices: takeDevices,
}
