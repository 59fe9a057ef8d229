import { IconAdjustments } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { inOrder } from '#contract/isolate.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { approvals, type ApprovalRequestRow } from '../contract.ts'
import { APPROVAL_REQUESTS_PAGE, type Tab } from '../rules.ts'
import { actionText, StateOf } from './badges.tsx'
import { paths } from './paths.ts'

const TABS = [
  { id: 'pending', label: 'Waiting for you' },
  { id: 'own', label: 'Mine' },
  { id: 'all', label: 'All' },
] as const

const EMPTY: Record<Tab, { title: string; text: string }> = {
  pending: {
    title: 'Nothing to approve',
    text: 'Requests from other people that you can approve appear here',
  },
  own: {
    title: 'You have no requests',
    text: 'Your approval requests appear here, before and after the decision',
  },
  all: { title: 'No requests yet', text: 'Superadmins set which actions need approval' },
}

const columns: Column<ApprovalRequestRow>[] = [
  { id: 'summary', title: 'Request', main: true, width: '36%', cell: ({ summary }) => inOrder(summary) },
  { id: 'action', title: 'Action', bare: true, cell: actionText },
  { id: 'requester', title: 'Requested by', cell: ({ requester }) => <bdi>{requester}</bdi> },
  { id: 'created', title: 'Requested', cell: ({ createdAt }) => showInstant(createdAt) },
  {
    id: 'expires',
    title: 'Expires',
    cell: ({ state, expiresAt }) => (state === 'pending' ? showInstant(expiresAt) : '–'),
  },
  { id: 'state', title: 'State', side: true, cell: StateOf },
]

/** What waits for a second person: for the one who looks, what they proposed themselves, and all of it. */
export function ApprovalsPage() {
  const list = useList(approvals.list, {
    label: 'Approval requests',
    rows: (data) => data.approvalRequests,
    query: ({ tab = 'pending' }) => ({ tab }),
    perPage: APPROVAL_REQUESTS_PAGE,
  })
  const { tab } = list.filter
  const navigate = useNavigate()
  return (
    <ListScreen
      {...list}
      title="Approvals"
      controls={
        <ActionButton
          variant="default"
          leftSection={<IconAdjustments size={16} />}
          permission={approvals.rules.permission}
          onClick={() => void navigate({ to: paths.rules })}
        >
          Rules
        </ActionButton>
      }
      above={
        <Tabs label="Approvals" tabs={TABS} current={tab} search={(_, chosen) => (chosen ? { tab: chosen } : {})} />
      }
      columns={columns}
      rowTo={({ id }) => paths.one(id)}
      empty={EMPTY[tab]}
    />
  )
}
