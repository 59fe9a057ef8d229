import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { addDays, dayOf, startOfDay } from '#contract/time.ts'
import { readLoaded, whenCustomersAreThere } from '#demo/loaded.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { embeddedToken } from '#server/integrations/payments/embedded.ts'
import type { Reconciliation } from '#features/payments/daily-finance/reconciliation-contract.ts'
import { compareDay } from '#features/payments/daily-finance/server/reconcile.ts'
import { claimDay, dayCompared } from '#features/payments/daily-finance/server/reconciliations.ts'
import { SYSTEM } from '#features/payments/payment-logs/server/settle.ts'

/** So far back the embedded provider knows what the demo sold: that can be refunded and compared. */
const DAYS = 30
const LOOKS_EVERY_MS = 500
/** Of so many payments each that is not as it should be. */
const ODD = 60
/** Of so many each one that its customer disputes. */
const RARE = 600
/** Of so many each one of which more is kept. */
const DEARER = 120
const card = { brand: 'VISA', first6: '408408', last4: '4081', expiryMonth: 12, expiryYear: 2034 }

/**
 * Has the embedded provider charge what the demo chain sold lately, and the last days compared. Of sixty payments one
 * it never had, of one it has less, and now and then it has one that the shop does not tell of.
 */
export async function chargeDemoPayments(app: App, onStep: (what: string) => void): Promise<void> {
  const loaded = await whenCustomersAreThere(app)
  if (!loaded || app.payments.kind !== 'embedded') return
  const { zone } = app.env
  const today = dayOf(new Date(loaded.origin), zone)
  const first = addDays(today, -DAYS)
  for (;;) {
    const { since, percent } = (await readLoaded(app.db))!
    if (since <= first || percent === 100) break
    await pause(LOOKS_EVERY_MS, undefined, { signal: app.closing }).catch(() => {})
    if (app.closing.aborted) return
  }
  const from = startOfDay(first, zone)
  for (let day = 0; day <= DAYS && !app.closing.aborted; day++)
    await app.db.transaction((tx) => charge(tx, from.getTime() + day * DAY_MS))
  const openOn = async (back: number) => {
    const day = addDays(today, -back)
    return ((await dayCompared(app.db, app.payments.kind, day)) ?? (await compare(app, day))).open
  }
  let open = 0
  // As each night does, the older day first: the worklist has them by age.
  for (let back = COMPARED; back > 0 && !app.closing.aborted; back--) open += await openOn(back)
  for (let back = COMPARED + 1; back <= DAYS && !open && !app.closing.aborted; back++) open += await openOn(back)
  onStep("The demo chain's payments are charged")
}

const DAY_MS = 86_400_000
/** So many days, and further back until one of them has something to settle. */
const COMPARED = 3

async function compare(app: App, day: string): Promise<Reconciliation> {
  const run = await claimDay(app.db, app.payments.kind, day, { by: SYSTEM.name, now: app.clock.now() })
  if (run !== undefined) await compareDay(app, day, run)
  return (await dayCompared(app.db, app.payments.kind, day))!
}

/** What was sold since, of one day. */
async function charge(tx: Db, from: number): Promise<void> {
  const [since, until] = [new Date(from).toISOString(), new Date(from + DAY_MS).toISOString()]
  const [token, disputed, dearer] = ['4081', '0007', '0008'].map((last4) => embeddedToken({ ...card, last4 }))
  const of = sql`case when e.id % ${RARE} = 3 then ${disputed} when e.id % ${DEARER} = 5 then ${dearer} else ${token} end`
  await tx.execute(sql`
    insert into payments_embedded (reference, token, email, kobo, at)
    select e.reference, ${of}, e.email, case when e.id % ${ODD} = 1 then e.kobo - e.kobo / 10 else e.kobo end, e.at
    from payments e
    where e.at >= ${since} and e.at < ${until} and e.provider is null and e.kobo > 0 and e.id % ${ODD} <> 0
    on conflict (reference) do nothing`)
  await tx.execute(sql`
    insert into payments_embedded (reference, token, email, kobo, at)
    select e.reference || '-2', ${token}, e.email, e.kobo, e.at from payments e
    where e.at >= ${since} and e.at < ${until} and e.provider is null and e.kobo > 0 and e.id % ${ODD} = 2
    on conflict (reference) do nothing`)
  await tx.execute(sql`
    with back as (
      select c.id, 'refund of ' || c.reference as reference, least(sum(r.kobo), c.kobo)::bigint as kobo, max(r.at) as at
      from refunds r join purchases p on p.id = r.purchase_id join payments_embedded c on c.reference = p.payment
      where r.at >= ${since} and r.at < ${until} and c.refunded_kobo = 0 group by c.id
    ), paid as (
      update payments_embedded c set refunded_kobo = back.kobo from back where c.id = back.id
    )
    insert into payments_embedded_refunds (charge_id, reference, kobo, at) select id, reference, kobo, at from back`)
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
