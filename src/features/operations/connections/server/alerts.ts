import type { ConnectionName } from '#contract/connections.ts'
import { lastBackup } from '#server/backup/last.ts'
import { integrationStates } from '#server/integrations/state.ts'
import { unreadOf } from '#server/integrations/unread.ts'
import type { AlertKind } from '#server/alerts/raise.ts'
import { isLate, LABELS, describeChange } from '../rules.ts'

const PATH = '/dashboard/connections'
/** Shorter failures pass by themselves. */
const OFFLINE_MS = 3_600_000

export const posUnavailable: AlertKind = {
  name: 'pos-unavailable',
  label: 'Point of sale unavailable',
  about: 'The point of sale has not responded for an hour',
  permission: 'superadmin',
  lasting: async ({ db }, now) => {
    const { failingSince, reason } = (await integrationStates(db))['point-of-sale'] ?? {}
    if (!failingSince || now.getTime() - Date.parse(failingSince) < OFFLINE_MS) return []
    return [{ key: '', title: 'The point of sale has not responded for an hour', detail: reason ?? '', path: PATH }]
  },
}

export const recordsUnread: AlertKind = {
  name: 'records-unread',
  label: 'Unreadable records',
  about: 'An external system sent records that Marquee cannot read',
  permission: 'superadmin',
  lasting: async ({ db }) =>
    Object.entries(await unreadOf(db)).map(([connection, records]) => ({
      key: connection,
      title: `${LABELS[connection as ConnectionName]}: some records cannot be read`,
      detail: records[0] ? describeChange(records[0]) : '',
      path: PATH,
    })),
}

export const backupLate: AlertKind = {
  name: 'backup-late',
  label: 'Late backups',
  about: 'No backup in the last 25 hours',
  permission: 'superadmin',
  lasting: async ({ db, env }, now) => {
    const last = (await lastBackup(db)) ?? null
    if (env.demo || !isLate(last, now.getTime())) return []
    return [{ key: '', title: last ? 'The last backup is more than a day old' : 'No backup yet', path: PATH }]
  },
}
