import { randomUUID } from 'node:crypto'
import { addDays, isDay, startOfDay, type Day, type Zones } from '#contract/time.ts'
import type { PlanRow } from '#features/customers/tiers/server/public.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import { addSubscriptionEvents } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { messages } from '../rules.ts'
import type { Errors } from './identity.ts'
import { daysOf, type Standing } from './memberships.ts'

/** What staff say of subscriptions: it is reported as other programs tell of them, so that the figures follow. */

/** What a form says of the subscription: which plan, its first and its last day. */
export type Wish = { plan: PlanRow | undefined; subStartDate: Day; subEndDate: Day }

/** What is wrong with the days of a form, by field. */
export const daysErrors = (start: string | null | undefined, end: string | null | undefined): Errors => {
  const errors: Errors = {
    ...(!start ? { subStartDate: messages.noStart } : !isDay(start) && { subStartDate: messages.badDay }),
    ...(!end ? { subEndDate: messages.noEnd } : !isDay(end) && { subEndDate: messages.badDay }),
  }
  if (!Object.keys(errors).length && end! < start!) errors.subEndDate = messages.endBeforeStart
  return errors
}

/** From when to when a form has it run. What staff leave as it was keeps its moment. */
function termOf(standing: Standing | undefined, { plan, ...days }: Wish, zone: string) {
  const stored = standing && daysOf(standing, zone)
  return {
    at: stored?.subStartDate === days.subStartDate ? standing!.startsAt : startOfDay(days.subStartDate, zone),
    until: stored?.subEndDate === days.subEndDate ? standing!.endsAt : startOfDay(addDays(days.subEndDate, 1), zone),
    isSamePlan: standing !== undefined && (!plan || plan.id === standing.planId),
  }
}

/** Whether a form says another subscription than stands. */
export function isOther(standing: Standing | undefined, wish: Wish, zone: string): boolean {
  const { at, until, isSamePlan } = termOf(standing, wish, zone)
  return !isSamePlan || at !== standing!.startsAt || until !== standing!.endsAt
}

/**
 * Has the subscription that stands, or a new one, run as staff say: from the first day to the end of the last. At
 * the same plan, the price it was sold at stays. Must only be called with what `isOther`.
 */
export async function settle(
  tx: Db,
  customerId: number,
  standing: Standing | undefined,
  wish: Wish,
  { now, zone, dayZone }: { now: Date } & Zones,
): Promise<void> {
  const { at, until, isSamePlan } = termOf(standing, wish, zone)
  const { name: plan, kobo, tickets } = isSamePlan ? { ...standing!, name: standing!.plan } : wish.plan!
  const event = {
    id: randomUUID(),
    customer: customerId,
    kind: standing ? ('renewal' as const) : ('start' as const),
    at,
    until,
    plan,
    kobo,
    tickets,
    settled: {
      at: now,
      from: new Date(Math.min(at.getTime(), standing?.startsAt.getTime() ?? at.getTime())),
      until: new Date(Math.max(until.getTime(), standing?.endsAt.getTime() ?? until.getTime())),
    },
  }
  await addSubscriptionEvents(tx, { source: OWN_SOURCE, zone: dayZone }, [event])
}

/** Has the subscription in force end early, for a reason that its end keeps. What was bought in advance of it goes too. */
export async function endEarly(
  tx: Db,
  customerId: number,
  { startsAt, endsAt, plan, kobo, tickets }: Standing,
  { at, reason }: { at: Date; reason: string },
  { now, dayZone }: { now: Date; dayZone: string },
): Promise<void> {
  const of = { customer: customerId }
  const settled = { at: now, from: startsAt, until: endsAt }
  await addSubscriptionEvents(tx, { source: OWN_SOURCE, zone: dayZone }, [
    { ...of, id: randomUUID(), kind: 'renewal', at: startsAt, until: at, plan, kobo, tickets, settled },
    { ...of, id: randomUUID(), kind: 'end', at, reason },
  ])
}
