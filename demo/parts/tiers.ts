import { DEMO_PLANS } from '#demo/chain/codes.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { addPlan, lockPlans } from '#features/customers/tiers/server/store.ts'

/** What the demo chain sells: its trade speaks of these plans by their names, at these prices. */
export async function demo(db: Db, { now }: Demo): Promise<void> {
  await lockPlans(db)
  for (const plan of DEMO_PLANS) await addPlan(db, plan, now)
}
