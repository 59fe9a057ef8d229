import { settleLasting } from '#server/alerts/raise.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { queueDailyEmails } from './daily-email.ts'
import { deliverSome } from './deliver.ts'

/** Tells people of what was raised, and asks for the daily emails when their time has come. */
export const deliverAlerts: Job = {
  name: 'alerts.deliver',
  schedule: '* * * * *',
  // The next minute's run is the next try.
  retries: 0,
  run: async (app) => {
    const { db, clock, closing } = app
    while (!closing.aborted && (await db.transaction((tx) => deliverSome(tx, app, clock.now()))));
    await db.transaction((tx) => queueDailyEmails(tx, app, clock.now()))
  },
}

/** Looks for what has begun to be so and what is over, of each kind that lasts. One that fails does not keep the others. */
export const watchLasting: Job = {
  name: 'alerts.watch',
  schedule: '*/5 * * * *',
  retries: 0,
  run: async (app) => {
    const failures: unknown[] = []
    for (const kind of app.alertKinds) {
      if (!kind.lasting) continue
      try {
        const now = app.clock.now()
        const lasting = await kind.lasting(app, now)
        await app.db.transaction((tx) => settleLasting(tx, kind, lasting, now))
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length) throw failures[0]
  },
}
