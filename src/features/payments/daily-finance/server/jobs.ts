import { addDays, dayOf } from '#contract/time.ts'
import { SYSTEM } from '#features/payments/payment-logs/server/public.ts'
import type { App } from '#server/app.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { compareDay } from './reconcile.ts'
import { claimDay, dayCompared } from './reconciliations.ts'

/** So many days before are compared again each night. */
const AGAIN_DAYS = 5

/** Compares a day with the provider's list: one that staff asked for, else, each night, yesterday, and the days before it that were compared. */
export const reconcile: Job<{ day?: string; run?: number }> = {
  name: 'reconciliation.compare',
  schedule: '40 4 * * *',
  ofBusinessDay: true,
  // A provider that keeps each question waiting.
  minutes: 60,
  run: async (app, { day, run }) => {
    if (day && run) return compareDay(app, day, run)
    const now = app.clock.now()
    const yesterday = addDays(dayOf(now, app.env.dayZone), -1)
    await compareByItself(app, yesterday)
    // A payout and what is disputed are told of days later.
    for (let back = 2; back <= AGAIN_DAYS; back++) {
      const day = addDays(yesterday, 1 - back)
      if (!(await dayCompared(app.db, app.payments.kind, day))) continue
      await compareByItself(app, day)
    }
  },
}

async function compareByItself(app: App, day: string): Promise<void> {
  const run = await claimDay(app.db, app.payments.kind, day, { by: SYSTEM.name, now: app.clock.now() })
  if (run !== undefined) await compareDay(app, day, run)
}
