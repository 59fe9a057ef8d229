import { randomUUID } from 'node:crypto'
import { addDays, isDay, startOfDay, type Day, type Zones } from '#contract/time.ts'
import type { PlanRow } from '#features/customers/tiers/server/public.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import { addSubscriptionEvents } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { messages } from '../rules.ts'
import type { Errors } from './identity.ts'
import { daysOf, type Standing } from './memberships.ts'

/** Subscription changes by staff. They are stored as events like reports of programs, so that reports include them. */

/** Subscription of a form: plan, first and last day. */
export type Wish = { plan: PlanRow | undefined; subStartDate: Day; subEndDate: Day }

/** Validates the days of a form, by field. */
export const daysErrors = (start: string | null | undefined, end: string | null | undefined): Errors => {
  const errors: Errors = {
    ...(!start ? { subStartDate: messages.noStart } : !isDay(start) && { subStartDate: messages.badDay }),
    ...(!end ? { subEndDate: messages.noEnd } : !isDay(end) && { subEndDate: messages.badDay }),
  }
  if (!Object.keys(errors).length && end! < start!) errors.subEndDate = messages.endBeforeStart
  return errors
}

/** Returns start and end of a form's subscription. An unchanged day keeps its exact time. */
function termOf(standing: Standing | undefined, { plan, ...days }: Wish, zone: string) {
  const stored = standing && daysOf(standing, zone)
  return {
    at: stored?.subStartDate === days.subStartDate ? standing!.startsAt : startOfDay(days.subStartDate, zone),
    until: stored?.subEndDate === days.subEndDate ? standing!.endsAt : startOfDay(addDays(days.subEndDate, 1), zone),
    isSamePlan: standing !== undefined && (!plan || plan.id === standing.planId),
  }
}

/** Checks whether a form changes the current subscription. */
export function isOther(standing: Standing | undefined, wish: Wish, zone: string): boolean {
  const { at, until, isSamePlan } = termOf(standing, wish, zone)
  return !isSamePlan || at !== standing!.startsAt || until !== standing!.endsAt
}

/**
 * Sets the current or a new subscription to the form's plan, from the first day to the end of the last. The same plan
 * keeps its sold price. Call this only if `isOther`.
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

/** Ends the subscription in force early and stores the reason. Later terms that were paid ahead end too. */
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
