import { isSuperadmin, type Rights } from '#contract/permissions.ts'
import { addMonths, dayOf, daysBetween, showDay } from '#contract/time.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { messages, MONTHS_MOST } from '../rules.ts'
import type { Errors } from './identity.ts'
import { daysOf, type Standing } from './memberships.ts'
import type { Wish } from './subscriptions.ts'

/** Changes of a plan or its days by staff. They have a value, but are not paid for. */

type Gift = { wish: Wish; standing: Standing | undefined; reason: string | undefined }

/** Validates a change by field: superadmins only, with a reason, and with an end in the range of a purchase. */
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

/** Value of a change in kobo: the plan's price for the added days. */
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

/** Audit summary: `Set the subscription of Ada Okafor to Fanatic from 22/11/2026 to 31/12/2026: prize of the quiz`. */
export const giftSummary = (name: string, { wish, standing, reason }: Gift): AuditSummary =>
  `Set the subscription of ${name} to ${wish.plan?.name ?? standing!.plan} from ${showDay(wish.subStartDate)} to ${showDay(wish.subEndDate)}: ${reason}`
