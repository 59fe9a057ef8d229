import { lazy, Suspense, useState } from 'react'
import { useMe } from '#web/api/session.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { showInstant } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { reports, type Report } from '../contract.ts'
import { managesReports, describeSchedule } from '../rules.ts'
import { paths } from './paths.ts'
import { aboutOf, describeRecipients, stateOf, reasonOf } from './labels.ts'

// Fetched when it is opened.
const ReportDrawer = lazy(() => import('./ReportDrawer.tsx'))

const WAITING_MS = 3000

/** The reports that come by mail: when, to whom, and how the last one went. */
export function ReportsPage() {
  const list = useList(
    reports.list,
    { label: 'Reports', rows: (data) => data.reports, query: ({ whose = 'mine' }) => ({ whose }) },
    { refetchInterval: (data) => (data?.reports.some(({ last }) => last?.pending) ? WAITING_MS : 0) },
  )
  const { whose } = list.filter
  const [edited, setEdited] = useState<Report>()
  const me = useMe()
  const removal = useRemoval(reports.remove, reports.restore)
  const isAll = whose === 'all'

  const columns: Column<Report>[] = [
    { id: 'name', title: 'Name', main: true, width: '24%', cell: ({ name }) => name },
    { id: 'schedule', title: 'When', bare: true, cell: describeSchedule },
    { id: 'to', title: 'Recipients', card: false, cell: describeRecipients },
    ...(isAll ? [{ id: 'owner', title: 'Owner', cell: ({ owner }: Report) => owner ?? 'None' }] : []),
    { id: 'last', title: 'Last', cell: ({ last }) => <OneLine>{last ? showInstant(last.at) : '–'}</OneLine> },
    { id: 'next', title: 'Next', cell: ({ nextAt }) => <OneLine>{nextAt ? showInstant(nextAt) : '–'}</OneLine> },
    { id: 'state', title: 'State', side: true, cell: (report) => <State of={report} /> },
    {
      id: 'acts',
      title: 'Actions',
      cell: (report) => (
        <RowActions
          name={report.name}
          edit={report.isOwn ? { permission: reports.change.permission, onClick: () => setEdited(report) } : undefined}
          remove={{
            permission: reports.remove.permission,
            isBusy: removal.isBusy(report.id),
            onClick: () => void removal.ask(report.id, `Delete ${report.name}?`, 'Its emails and links stop working'),
          }}
        />
      ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Reports"
      note="Lists and figures sent by email. To create one, open a list or figures and choose “Send as a report” next to Download CSV."
      above={
        managesReports(me) && (
          <Tabs
            label="Owner"
            tabs={[
              { id: 'mine', label: 'Mine' },
              { id: 'all', label: 'Everyone’s' },
            ]}
            current={whose}
            search={(_, tab) => ({ whose: tab })}
          />
        )
      }
      columns={columns}
      rowTo={({ id }) => paths.one(id)}
      empty={{
        title: 'No reports yet',
        text: 'Open a list or figures, and choose “Send as a report” in the menu next to Download CSV',
      }}
    >
      <Suspense>
        {edited && (
          <ReportDrawer key={edited.id} edited={edited} about={aboutOf(edited)} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </ListScreen>
  )
}

const State = ({ of }: { of: Report }) => {
  const { label, tone } = stateOf(of)
  return (
    <Tip label={reasonOf(of)}>
      <span>
        <StatusPill tone={tone}>{label}</StatusPill>
      </span>
    </Tip>
  )
}
