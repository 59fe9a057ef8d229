import { counted } from '#contract/counted.ts'
import { showDay, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { endAlert, raiseAlert, type AlertKind } from '#server/alerts/raise.ts'
import { countOpen } from './mismatches.ts'

export const mismatches: AlertKind = {
  name: 'mismatches',
  label: 'Reconciliations with mismatches',
  about: 'A day was compared with the payment provider, and payments differ.',
  permission: 'payment-logs:read',
}

/** In the transaction that keeps what a comparison found. */
export async function raiseMismatches(tx: Db, provider: string, day: Day, at: Date): Promise<void> {
  const open = await countOpen(tx, provider, day)
  if (!open) return endAlert(tx, mismatches, day, { at, ended: 'Nothing differs any more' })
  await raiseAlert(tx, mismatches, {
    key: day,
    title: `Mismatches in the payments of ${showDay(day)}`,
    detail: `${counted(open, 'payment')} ${open === 1 ? 'differs' : 'differ'} from the provider’s list`,
    path: `/dashboard/daily-finance/${day}/reconciliation`,
    at,
  })
}

/** In the transaction that resolves one. */
export async function endWhereResolved(tx: Db, provider: string, day: Day, at: Date): Promise<void> {
  if (!(await countOpen(tx, provider, day)))
    await endAlert(tx, mismatches, day, { at, ended: 'All of them are resolved' })
}
