import { planById, type PlanRow } from '#features/customers/tiers/server/public.ts'
import type { Db } from '#server/db/connect.ts'

/** Finds a plan on sale. */
export async function soldPlan(db: Db, id: number): Promise<PlanRow | undefined> {
  const plan = await planById(db, id)
  return plan?.retiredAt ? undefined : plan
}
