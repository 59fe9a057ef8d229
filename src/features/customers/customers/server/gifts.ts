import { isSuperadmin, type Rights } from '#contract/permissions.ts'
import { addMonths, dayOf, daysBetween, showDay } from '#contract/time.ts'
import { messages, MONTHS_MOST } from '../rules.ts'
import type { Errors } from './identity.ts'
import { daysOf, type Standing } from './memberships.ts'
import type { Wish } from './subscriptions.ts'

/** A plan or its days that staff change in an edit: worth money, and nobody paid. */

type Gift = { wish: Wish; standing: Standing | undefined; reason: string | undefined }

/** What is wrong with it, by field: it is for superadmins, with a reason, and for no longer than one can buy. */
export function giftErrors(
  { wish, standing, reason }: Gift,
  { me, now, zone }: { me: Rights; now: Date; zone: string },
): Errors {
  const stood = standing && daysOf(standing, zone)
  if (!isSuperadmin(me.userType)) return { [changedField(wish, standing, stood)]: messages.superadminsGive }
  const isLonger = wish.subEndDate !== stood?.subEndDate
  return {
    ...(!reason && { reason: messages.noReason }),
    ...(isLonger && wish.subEndDate > addMonths(dayOf(now, zone), MONTHS_MOST) && { subEndDate: messages.tooFarAhead }),
  }
}

function changedField(wish: Wish, standing: Standing | undefined, stood: ReturnType<typeof daysOf> | undefined) {
  if (!stood || (wish.plan && wish.plan.id !== standing!.planId)) return 'subscriptionId'
  return wish.subStartDate === stood.subStartDate ? 'subEndDate' : 'subStartDate'
}

const MONTH_DAYS = 30

/** What is given, in kobo: the price of the plan for the days that come to what the customer had. */
export function giftKobo(
  { wish, standing }: Gift,
  { now, zone, monthlyKobo }: { now: Date; zone: string; monthlyKobo: number },
): number {
  const today = dayOf(now, zone)
  const stood = standing && daysOf(standing, zone)
  const isOtherPlan = !stood || (wish.plan !== undefined && wish.plan.id !== standing!.planId)
  const { subStartDate, subEndDate } = wish
  const days =
    isOtherPlan || subEndDate <= stood.subStartDate
      ? daysBetween(subStartDate, subEndDate)
      : daysBetween(stood.subEndDate, subEndDate) + daysBetween(subStartDate, stood.subStartDate)
  return today > subEndDate ? 0 : Math.max(0, Math.ceil((monthlyKobo * days) / MONTH_DAYS))
}

/** For the audit: `Gave Ada Okafor Fanatic from 22/11/2026 to 31/12/2026: prize of the quiz`. */
export const giftSummary = (name: string, { wish, standing, reason }: Gift) =>
  `Gave ${name} ${wish.plan?.name ?? standing!.plan} from ${showDay(wish.subStartDate)} to ${showDay(wish.subEndDate)}: ${reason}`
