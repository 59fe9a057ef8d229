import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/feature.ts'
import { addPlan, holdPlans } from './store.ts'

/** What the demo chain sells: its trade speaks of these plans by their names, at these prices. */
const PLANS = [
  { name: 'Fan', kobo: 500_000, tickets: 2, concessionDiscount: 5, isMultiUser: false },
  { name: 'Buff', kobo: 900_000, tickets: 4, concessionDiscount: 10, isMultiUser: false },
  { name: 'Fanatic', kobo: 1_500_000, tickets: 8, concessionDiscount: 15, isMultiUser: true },
]

export async function demo(db: Db, { now }: Demo): Promise<void> {
  await holdPlans(db)
  for (const plan of PLANS) await addPlan(db, plan, now)
}
