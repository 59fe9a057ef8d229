import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { raiseAlert, type AlertKind } from '#server/alerts/raise.ts'
import { number, query, text } from '#server/db/query.ts'

export const pushFailed: AlertKind = {
  name: 'push-failed',
  label: 'Failed notifications',
  about: 'A push notification was not sent in time, or failed on 10% of its devices or more',
  permission: 'notifications:read',
}

/** Of sendings whose last outcome is in, in the transaction that noted it. */
export async function raiseWhereFailed(tx: Db, ids: readonly number[], at: Date): Promise<void> {
  if (!ids.length) return
  const row = { id: number, title: text, state: text, failed: number, attempted: number }
  const { rows } = await query(tx, row)`
    select id, title, state, failed, accepted + failed as attempted from push_notifications
    where id = any(${listOf(ids, 'bigint')})
      and (state = 'missed' or state = 'sent' and failed > 0 and failed * 10 >= accepted + failed)
    order by id`
  for (const { id, title, state, failed, attempted } of rows)
    await raiseAlert(tx, pushFailed, {
      key: String(id),
      title: state === 'missed' ? 'A notification was not sent' : 'A notification failed',
      detail:
        state === 'missed'
          ? `${title}: not sent before its deadline`
          : `${title}: ${failed.toLocaleString('en')} of ${attempted.toLocaleString('en')} devices could not be reached`,
      path: `/dashboard/notifications/${id}`,
      at,
    })
}
