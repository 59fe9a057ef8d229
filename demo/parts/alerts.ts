import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { endAlert, raiseAlert, settleLasting } from '#server/alerts/raise.ts'
import { deliverSome } from '#features/messages/alerts/server/deliver.ts'
import { number, query, text } from '#server/db/query.ts'

const HOUR_MS = 3_600_000

/** An outage that is over and that everybody has read of, the demo's latest error, and what is so at this moment. */
export async function demo(tx: Db, { now }: Demo, app: App): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const kindOf = (name: string) => app.alertKinds.find((kind) => kind.name === name)

  const posUnavailable = kindOf('pos-unavailable')
  if (posUnavailable) {
    await raiseAlert(tx, posUnavailable, {
      key: '',
      title: 'The point of sale has not responded for an hour',
      detail: 'The point of sale did not answer within 30 seconds',
      path: '/dashboard/connections',
      at: ago(21),
    })
    await endAlert(tx, posUnavailable, '', { at: ago(19.5) })
  }
  const error = kindOf('new-error')
  const { rows } = await query(tx, { id: number, component: text })`
    select id, component from errors where state = 'open' and origin = 'back-office' order by last_seen_at desc limit 1`
  if (error && rows[0])
    await raiseAlert(tx, error, {
      key: '',
      title: 'New error',
      detail: `Back office · ${rows[0].component}`,
      path: `/dashboard/error-logs?error=${rows[0].id}`,
      at: ago(14),
    })
  for (const kind of app.alertKinds)
    if (kind.lasting) await settleLasting(tx, kind, await kind.lasting({ ...app, db: tx }, now), now)

  while (await deliverSome(tx, app, now));
  await tx.execute(sql`update alert_deliveries set read_at = ${ago(18).toISOString()} where kind = 'pos-unavailable'`)
}
