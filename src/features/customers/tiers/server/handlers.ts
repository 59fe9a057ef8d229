import { counted } from '#contract/counted.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { tiers, type Plan } from '../contract.ts'
import { CSV_NAME, messages } from '../rules.ts'
import {
  addPlan,
  arrange,
  changePlan,
  customersOfPlans,
  lockPlans,
  isNameInUse,
  planById,
  soldPlans,
  type NewPlan,
  type PlanRow,
} from './store.ts'

export const handlers = handle(tiers, {
  list: ({ db, now }) => everyPlan(db, now),

  listCsv: async ({ db, now, query, write }) => {
    const rows = await everyPlan(db, now)
    return exportRows(write, {
      name: CSV_NAME,
      recordedAs: { entity: 'plan', id: 'all' },
      what: counted(rows.length, 'membership tier'),
      columns: csvColumns,
      choice: query.columns,
      rows,
    })
  },

  create: async ({ body, db, record, declareAmount, now }) => {
    await lockPlans(db)
    const made = await named(() => addPlan(db, toRow(body) as NewPlan, now))
    if (body.place) await arrange(db, made.id, body.place)
    const plan = await planOr404(db, made.id, now)
    declareAmount(toKobo(plan.product_price), { fresh: ['id', 'product_id'] })
    await record({ ...about(plan), summary: `Created the tier ${plan.product_name}`, after: audited(plan) })
    return plan
  },

  change: async ({ params: { id }, body: { version, ...body }, db, record, declareAmount, now }) => {
    await lockPlans(db)
    const before = await soldPlan(db, id, now)
    if (version !== undefined && version !== before.version) throw stale(before)
    await named(() => changePlan(db, id, toRow(body)))
    if (body.place) await arrange(db, id, body.place)
    const after = await planOr404(db, id, now)
    declareAmount(movedPrice(before, after))
    await record({
      ...about(after),
      summary: `Edited the tier ${after.product_name}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  retire: async ({ params: { id }, db, record, now }) => {
    await lockPlans(db)
    const before = await soldPlan(db, id, now)
    await changePlan(db, id, { retiredAt: now })
    await arrange(db)
    await record({ ...about(before), summary: `Deleted the tier ${before.product_name}`, before: audited(before) })
    return planOr404(db, id, now)
  },

  restore: async ({ params: { id }, db, record, now }) => {
    await lockPlans(db)
    const retired = await planById(db, id)
    if (!retired) throw notFound('tier')
    if (!retired.retiredAt) throw conflict(messages.isSold)
    await restored(() => changePlan(db, id, { retiredAt: null }))
    await arrange(db, id, retired.place)
    const plan = await planOr404(db, id, now)
    await record({ ...about(plan), summary: `Restored the tier ${plan.product_name}`, after: audited(plan) })
    return plan
  },
})

const csvColumns: CsvColumn<Plan>[] = [
  { id: 'product_name', title: 'Subscription Name', cell: (plan) => plan.product_name },
  { id: 'product_price', title: 'Subscription Fee', cell: (plan) => plan.product_price.toFixed(2) },
  { id: 'product_id', title: 'Subscription ID', cell: (plan) => plan.product_id },
  { id: 'tickets', title: 'Tickets a month', cell: (plan) => plan.tickets },
  { id: 'concession_discount', title: 'Concession discount (%)', cell: (plan) => plan.concession_discount },
  { id: 'is_multi_user', title: 'Multi User Plan', cell: (plan) => plan.is_multi_user },
  { id: 'customers', title: 'Subscribers', cell: (plan) => plan.customers },
]

const everyPlan = async (db: Db, now: Date): Promise<Plan[]> => {
  const counts = await customersOfPlans(db, now)
  return (await soldPlans(db)).map((plan) => toWire(plan, counts))
}

async function planOr404(db: Db, id: number, now: Date): Promise<Plan> {
  const plan = await planById(db, id)
  if (!plan) throw notFound('tier')
  return toWire(plan, await customersOfPlans(db, now))
}

async function soldPlan(db: Db, id: number, now: Date): Promise<Plan> {
  const plan = await planOr404(db, id, now)
  if (plan.retired_at) throw conflict(messages.isRetired)
  return plan
}

const toWire = (plan: PlanRow, customers: Map<number, number>): Plan => ({
  product_id: plan.id,
  product_name: plan.name,
  product_price: toNaira(plan.kobo),
  tickets: plan.tickets,
  concession_discount: plan.concessionDiscount,
  is_multi_user: plan.isMultiUser,
  place: plan.place,
  customers: customers.get(plan.id) ?? 0,
  retired_at: plan.retiredAt?.toISOString() ?? null,
  version: plan.version,
})

type Sent = Partial<Pick<Plan, 'product_name' | 'product_price' | 'tickets' | 'concession_discount' | 'is_multi_user'>>
/** What was sent, as it is stored; what was not is not there. */
const toRow = (sent: Sent): Partial<NewPlan> => ({
  ...(sent.product_name !== undefined && { name: sent.product_name }),
  ...(sent.product_price !== undefined && { kobo: toKobo(sent.product_price) }),
  ...(sent.tickets !== undefined && { tickets: sent.tickets }),
  ...(sent.concession_discount !== undefined && { concessionDiscount: sent.concession_discount }),
  ...(sent.is_multi_user !== undefined && { isMultiUser: sent.is_multi_user }),
})

/** By how much the price changes, in kobo. Other tickets or another discount for it make another price of the whole. */
const movedPrice = (before: Plan, after: Plan): number =>
  after.tickets !== before.tickets || after.concession_discount !== before.concession_discount
    ? toKobo(Math.max(before.product_price, after.product_price))
    : Math.abs(toKobo(after.product_price) - toKobo(before.product_price))

const about = ({ product_id: id }: Plan) => ({ entity: 'plan', id })
const audited = ({ customers: _, version: __, ...plan }: Plan) => plan

async function named<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw isNameInUse(error) ? invalid({ product_name: messages.nameInUse }) : error
  }
}

async function restored<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw isNameInUse(error) ? conflict(messages.nameInUse) : error
  }
}
