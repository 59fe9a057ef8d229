import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { addDays, startOfDay } from '#contract/time.ts'
import { readLoaded, whenCustomersAreThere } from '#features/demo/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { embeddedToken } from '#server/integrations/payments/embedded.ts'
import { reconcile } from './jobs.ts'
import { dayCompared } from './reconciliations.ts'

/** So far back the embedded provider knows what the demo sold: that can be refunded and compared. */
const DAYS = 30
const LOOKS_EVERY_MS = 500
/** Of so many payments each that is not as it should be. */
const ODD = 60
const card = { brand: 'VISA', first6: '408408', last4: '4081', expiryMonth: 12, expiryYear: 2034 }

/**
 * Has the embedded provider charge what the demo chain sold lately, and the last days compared. Of sixty payments one
 * it never had, of one it has less, and now and then it has one that the shop does not tell of.
 */
export async function chargeDemoPayments(app: App, onStep: (what: string) => void): Promise<void> {
  const loaded = await whenCustomersAreThere(app)
  if (!loaded || app.payments.kind !== 'embedded') return
  const { zone } = app.env
  const first = addDays(loaded.origin.slice(0, 10), -DAYS)
  for (;;) {
    const { since, percent } = (await readLoaded(app.db))!
    if (since <= first || percent === 100) break
    await pause(LOOKS_EVERY_MS, undefined, { signal: app.closing }).catch(() => {})
    if (app.closing.aborted) return
  }
  const from = startOfDay(first, zone)
  for (let day = 0; day <= DAYS && !app.closing.aborted; day++)
    await app.db.transaction((tx) => charge(tx, from.getTime() + day * DAY_MS))
  onStep("The demo chain's payments are charged")
  for (let back = 1; back <= COMPARED; back++) {
    const day = addDays(loaded.origin.slice(0, 10), -back)
    if (!(await dayCompared(app.db, app.payments.kind, day))) await compare(app, day)
  }
}

const DAY_MS = 86_400_000
const COMPARED = 3

async function compare(app: App, day: string) {
  const now = app.clock.now().toISOString()
  await app.db.execute(sql`
    insert into reconciliations (day, provider, state, started_at, started_by)
    values (${day}, ${app.payments.kind}, 'running', ${now}, 'Marquee') on conflict do nothing`)
  await reconcile.run(app, { day })
}

/** What was sold since, of one day. */
async function charge(tx: Db, from: number): Promise<void> {
  const [since, until] = [new Date(from).toISOString(), new Date(from + DAY_MS).toISOString()]
  const token = embeddedToken(card)
  await tx.execute(sql`
    insert into payments_embedded (reference, token, email, kobo, at)
    select e.reference, ${token}, e.email, case when e.id % ${ODD} = 1 then e.kobo - e.kobo / 10 else e.kobo end, e.at
    from payment_entries e
    where e.at >= ${since} and e.at < ${until} and e.provider is null and e.kobo > 0 and e.id % ${ODD} <> 0
    on conflict (reference) do nothing`)
  await tx.execute(sql`
    insert into payments_embedded (reference, token, email, kobo, at)
    select e.reference || '-2', ${token}, e.email, e.kobo, e.at from payment_entries e
    where e.at >= ${since} and e.at < ${until} and e.provider is null and e.kobo > 0 and e.id % ${ODD} = 2
    on conflict (reference) do nothing`)
}

/** The demo goes on selling. */
export const chargeDemo: Job = {
  name: 'payment-logs.demo',
  schedule: '*/10 * * * *',
  run: async (app) => {
    if (!app.env.demo || app.payments.kind !== 'embedded') return
    const now = app.clock.now().getTime()
    for (const back of [1, 0]) await app.db.transaction((tx) => charge(tx, now - (back + 1) * DAY_MS))
  },
}
