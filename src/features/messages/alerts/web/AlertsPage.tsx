import { Button } from '@mantine/core'
import { useRead, useSave } from '#web/api/queries.ts'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { useRefused } from '#web/list/useRefused.tsx'
import { NavLink } from '#web/ui/NavLink.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Page } from '#web/ui/Page.tsx'
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
  const [address, setAddress] = useAddress(alerts.list.query)
  const { page = 1, perPage = TABLE_ROWS, kind, state } = address
  const list = useRead(alerts.list, { query: { page, perPage, kind, state } })
  const choices = useRead(alerts.choices, {})
  const readAll = useSave(alerts.readAll)
  const kinds = choices.data?.kinds.map(({ kind: value, label }) => ({ value, label })) ?? []
  const filters = [UNREAD, { name: 'kind', label: 'Kind', options: kinds }]
  const refused = useRefused(filters, alerts.list.query, setAddress)
  return (
    <Page
      title="Alerts"
      actions={
        <>
          <NavLink to={paths.choices} className={styles.settings}>
            Alert settings
          </NavLink>
          <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
            Mark all as read
          </Button>
        </>
      }
    >
      <List
        label="Alerts"
        columns={COLUMNS}
        reading={list}
        rows={list.data?.alerts}
        total={list.data?.totalCount}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={({ id }) => String(id)}
        empty={
          kind || state
            ? { title: 'No alerts match', text: 'Remove a filter to see more.' }
            : { title: 'No alerts', text: 'When something needs your attention, it appears here and under the bell.' }
        }
        toolbar={<Filters query={alerts.list.query} filters={filters} values={address} onChange={setAddress} />}
        {...refused}
      />
    </Page>
  )
}
