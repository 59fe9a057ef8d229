import { asc, eq, isNull, sql } from 'drizzle-orm'
import { sqlError, type Db } from '#server/db/connect.ts'
import { plans } from './tables.ts'
import { number, query } from '#server/db/query.ts'

/** A plan as it is stored: prices in kobo, `place` from 1 among those that are sold. */
export type PlanRow = typeof plans.$inferSelect
export type NewPlan = Pick<PlanRow, 'name' | 'kobo' | 'tickets' | 'concessionDiscount' | 'isMultiUser'>

/** The plans that are sold, in their order. */
export const soldPlans = (db: Db): Promise<PlanRow[]> =>
  db.select().from(plans).where(isNull(plans.retiredAt)).orderBy(asc(plans.place), asc(plans.id))

/** A plan, sold or not. */
export const planById = async (db: Db, id: number): Promise<PlanRow | undefined> =>
  (await db.select().from(plans).where(eq(plans.id, id)))[0]

/** The plan that is sold under a name or was once; a subscription knows its plan by the name of its time. */
export async function planOfName(db: Db, name: string): Promise<PlanRow | undefined> {
  const [found] = await db
    .select()
    .from(plans)
    .where(eq(plans.id, sql`(select plan_id from plan_names where name = lower(${name}))`))
    .prepare('plan of a name')
    .execute()
  return found
}

/** How many customers have each plan now, by its id. */
export async function customersOfPlans(db: Db, now: Date): Promise<Map<number, number>> {
  const { rows } = await query(db, { plan_id: number, customers: number })`
    select n.plan_id, sum(s.customers)::int as customers
    from (
      select lower(plan) as name, count(*) as customers from subscription_periods
      where ends_at > ${now.toISOString()} and starts_at <= ${now.toISOString()} group by 1
    ) s join plan_names n using (name)
    group by n.plan_id`
  return new Map(rows.map(({ plan_id, customers }) => [plan_id, customers]))
}

/** Those who change plans take turns: their order, and which name is whose, is one thing. */
export const lockPlans = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('plans', 0))`)

/** @throws a unique violation when a plan of that name is sold (`isNameInUse`) */
export async function addPlan(tx: Db, plan: NewPlan, now: Date): Promise<PlanRow> {
  const [row] = await tx
    .insert(plans)
    .values({ ...plan, place: (await soldPlans(tx)).length + 1, createdAt: now })
    .returning()
  await keepName(tx, row!)
  return row!
}

/** @throws a unique violation when another plan of that name is sold (`isNameInUse`) */
export async function changePlan(tx: Db, id: number, change: Partial<NewPlan & Pick<PlanRow, 'retiredAt'>>) {
  const [row] = await tx
    .update(plans)
    .set({ ...change, version: sql`${plans.version} + 1` })
    .where(eq(plans.id, id))
    .returning()
  await keepName(tx, row!)
  return row!
}

const keepName = (tx: Db, { id, name }: PlanRow) =>
  tx.execute(sql`
    insert into plan_names (name, plan_id) values (lower(${name}), ${id})
    on conflict (name) do update set plan_id = excluded.plan_id`)

/** Puts a plan at its place among those that are sold, from 1; without one, closes the gap that another left. */
export async function arrange(tx: Db, id?: number, place = 0): Promise<void> {
  const sold = (await soldPlans(tx)).map((plan) => plan.id)
  const others = sold.filter((other) => other !== id)
  const order = id === undefined ? sold : others.toSpliced(place - 1, 0, id)
  await tx.execute(sql`
    update plans p set place = x.place
    from unnest(${sql.param(order)}::integer[]) with ordinality as x(id, place)
    where p.id = x.id and p.place <> x.place`)
}

export const isNameInUse = (error: unknown): boolean => sqlError(error).constraint === 'plans_by_name'
