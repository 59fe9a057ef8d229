import { IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { PageNumber, SearchTerm } from '#contract/atoms.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { Info } from '#web/charts/Info.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { RowActs } from '#web/list/RowActs.tsx'
import { SearchBox } from '#web/list/SearchBox.tsx'
import { Act } from '#web/ui/Act.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showDay } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { notifications, type Notification } from '../contract.ts'
import { AUDIENCE_LABELS, BODY_SHOWN, cut, messages, NAME_SHOWN, PAGE, STATE_LABELS, STATES } from '../rules.ts'
import { paths } from './paths.ts'
import { Progress } from './Progress.tsx'
import { watchMs } from './watch.ts'

const inAddress = z.object({
  page: z._default(PageNumber, 1),
  search: SearchTerm,
  state: z.optional(z.enum(STATES)),
})
const STATE_FILTER = {
  name: 'state',
  label: 'Status',
  options: STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
}
/** Notifications (operations 2): what was sent, and what came of it. */
export function NotificationsPage() {
  const navigate = useNavigate()
  const [address, setAddress] = useAddress(inAddress)
  const { page = 1, search, state } = address
  const list = useRead(
    notifications.list,
    { query: { page, perPage: PAGE, search, state } },
    { refetchInterval: (data) => watchMs(data?.notifications ?? []) },
  )
  const cancel = useSave(notifications.cancel)
  const askToCancel = async ({ id, title, version }: Notification) => {
    const yes = await confirm({
      title: 'Cancel this notification?',
      text: `"${title}" will not be sent. It stays in the history.`,
      act: 'Cancel it',
      cancel: 'Keep it',
      danger: true,
    })
    if (yes) cancel.mutate({ params: { id }, body: { version } })
  }

  const columns: Column<Notification>[] = [
    {
      id: 'title',
      title: 'Title',
      main: true,
      width: '16%',
      cell: ({ title }) => title,
    },
    { id: 'body', title: 'Body', wide: true, width: '21%', cell: ({ body }) => <Cut text={body} most={BODY_SHOWN} /> },
    { id: 'function', title: 'Function', cell: ({ name }) => <Cut text={name} most={NAME_SHOWN} /> },
    { id: 'audience', title: 'Audience', cell: ({ audience }) => AUDIENCE_LABELS[audience] },
    {
      id: 'date',
      title: 'Schedule Date',
      cell: ({ schedule_date, schedule_time }) => `${showDay(schedule_date)} ${schedule_time}`,
    },
    { id: 'state', title: 'Status', cell: (row) => <Progress of={row} /> },
    figure('totalReceived', 'Accepted', messages.accepted),
    figure('totalClicks', 'Clicks', messages.clicks),
    figure('purchases', 'Purchases', messages.purchases),
    {
      id: 'acts',
      title: 'Actions',
      cell: (row) =>
        row.state === 'scheduled' && (
          <RowActs
            name={row.title}
            edit={{ may: notifications.change.may, to: paths.edit(row.id) }}
            remove={{
              word: 'Cancel',
              may: notifications.cancel.may,
              isBusy: cancel.isPending && cancel.variables.params.id === row.id,
              onClick: () => void askToCancel(row),
            }}
          />
        ),
    },
  ]

  return (
    <Page
      title="Notifications"
      note="Accepted is what the push service took, not yet what was shown. Clicks and purchases are counted by the links that we send."
      actions={
        <Act
          leftSection={<IconSend size={16} />}
          may={notifications.send.may}
          onClick={() => void navigate({ to: paths.send })}
          sticky
        >
          Send Notification
        </Act>
      }
    >
      <List
        label="Notifications"
        columns={columns}
        reading={list}
        rows={list.data?.notifications}
        total={list.data?.totalCount}
        page={page}
        perPage={PAGE}
        onPage={(to) => setAddress({ page: to })}
        rowKey={({ id }) => String(id)}
        rowTo={({ id }) => paths.one(id)}
        empty={
          search || state
            ? { title: 'No notification fits', text: 'Search for something else, or take a filter away.' }
            : {
                title: 'No notification yet',
                text: 'Send one to yourself first: choose the test user as its audience.',
                may: notifications.send.may,
              }
        }
        toolbar={
          <>
            <Filters filters={[STATE_FILTER]} values={address} onChange={setAddress} />
            <SearchBox
              label="Search by title, body or function"
              value={search ?? ''}
              onSearch={(term) => setAddress({ search: term }, { replace: true })}
            />
          </>
        }
      />
    </Page>
  )
}

const figure = (
  id: 'totalReceived' | 'totalClicks' | 'purchases',
  title: string,
  means: string,
): Column<Notification> => ({
  id,
  title,
  info: <Info of={title} text={means} />,
  numeric: true,
  cell: (row) => row[id].toLocaleString(),
})

/** The beginning of a text; the whole of it stands in a tip, for those with a keyboard, too. */
function Cut({ text, most }: { text: string; most: number }) {
  const shown = cut(text, most)
  if (shown === text) return text || '–'
  return (
    <Tip label={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0}>{shown}</span>
    </Tip>
  )
}
