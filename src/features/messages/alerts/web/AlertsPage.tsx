import { Button } from '@mantine/core'
import { useRead, useSave } from '#web/api/queries.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { NavLink } from '#web/ui/NavLink.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { alerts, type Alert } from '../contract.ts'
import styles from './Alerts.module.css'
import { AlertLink } from './AlertLink.tsx'
import { paths } from './paths.ts'
import { endOf, timesOf } from './labels.ts'

const COLUMNS: Column<Alert>[] = [
  {
    id: 'alert',
    title: 'Alert',
    main: true,
    width: '46%',
    cell: (alert) => (
      <span className={styles.named} data-unread={!alert.isRead || undefined}>
        <AlertLink of={alert}>{alert.title}</AlertLink>
        {alert.detail && <span className={styles.more}>{alert.detail}</span>}
      </span>
    ),
  },
  { id: 'kind', title: 'Kind', bare: true, cell: (alert) => alert.kindLabel },
  { id: 'when', title: 'When', bare: true, cell: (alert) => <OneLine>{timesOf(alert)}</OneLine> },
  {
    id: 'state',
    title: 'State',
    bare: true,
    cell: (alert) => {
      const end = endOf(alert)
      return end ? (
        <StatusPill tone="neutral">{end}</StatusPill>
      ) : alert.isRead ? (
        'Read'
      ) : (
        <StatusPill tone="info">Unread</StatusPill>
      )
    },
  },
]
const UNREAD = { name: 'state', label: 'State', options: [{ value: 'unread', label: 'Unread' }] }

/** All that one got. */
export function AlertsPage() {
  const list = useList(alerts.list, { label: 'Alerts', rows: (data) => data.alerts })
  const choices = useRead(alerts.choices, {})
  const readAll = useSave(alerts.readAll)
  const kinds = choices.data?.kinds.map(({ kind: value, label }) => ({ value, label })) ?? []
  const filters = [UNREAD, { name: 'kind', label: 'Kind', options: kinds }]
  return (
    <ListScreen
      {...list}
      title="Alerts"
      controls={
        <>
          <NavLink to={paths.choices} className={styles.settings}>
            Alert settings
          </NavLink>
          <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
            Mark all as read
          </Button>
        </>
      }
      columns={COLUMNS}
      empty={{
        title: 'No alerts',
        text: 'When something needs your attention, it appears here and under the bell',
      }}
      noMatch={{ title: 'No alerts match', text: 'Remove a filter to see more' }}
      filters={filters}
    />
  )
}
