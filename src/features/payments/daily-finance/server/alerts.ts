import { counted } from '#contract/counted.ts'
import { showDay, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { endAlert, raiseAlert, type AlertKind } from '#server/alerts/raise.ts'
import { countOpen } from './mismatches.ts'

export const mismatches: AlertKind = {
  name: 'mismatches',
  label: 'Payment mismatches',
  about: 'Payments of a day differ from the payment provider',
  permission: 'payment-logs:read',
}

/** In the transaction that keeps what a comparison found. */
export async function raiseMismatches(tx: Db, provider: string, day: Day, at: Date): Promise<void> {
  const open = await countOpen(tx, provider, day)
  if (!open) return endAlert(tx, mismatches, day, { at, ended: 'No mismatches left' })
  await raiseAlert(tx, mismatches, {
    key: day,
    title: `Payment mismatches on ${showDay(day)}`,
    detail: `${counted(open, 'payment')} ${open === 1 ? 'differs' : 'differ'} from the payment provider`,
    path: `/dashboard/daily-finance/${day}/reconciliation`,
    at,
  })
}

/** In the transaction that resolves one. */
export async function endWhereResolved(tx: Db, provider: string, day: Day, at: Date): Promise<void> {
  if (!(await countOpen(tx, provider, day)))
    await endAlert(tx, mismatches, day, { at, ended: 'All mismatches are resolved' })
}
