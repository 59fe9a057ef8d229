import { truncate } from '#contract/characters.ts'
import { showCount } from '#contract/counted.ts'
import { Button } from '@mantine/core'
import { IconSend, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Info } from '#web/charts/Info.tsx'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showNaira } from '#contract/money.ts'
import { showDay } from '#web/ui/format.ts'
import { Tip } from '#web/ui/Tip.tsx'
import { notifications, type Notification } from '../contract.ts'
import { AUDIENCE_LABELS, audienceLabel, BODY_PREVIEW, messages, NAME_PREVIEW, PAGE, STATE_LABELS } from '../rules.ts'
import styles from './Notifications.module.css'
import { paths } from './paths.ts'
import { Progress } from './Progress.tsx'
import { cancelWord, useCancel } from './useCancel.ts'
import { watchMs } from './watch.ts'

const FILTERS = [
  { name: 'state', label: 'Status', options: STATE_LABELS },
  { name: 'audience', label: 'Audience', options: AUDIENCE_LABELS },
  { name: 'date', label: 'Schedule date' },
  { name: 'clicks', label: 'Clicks' },
  { name: 'purchases', label: 'Purchases' },
]
/** Notifications (operations 2): what was sent, and what came of it. */
export function NotificationsPage() {
  const navigate = useNavigate()
  const list = useList(
    notifications.list,
    { label: 'Notifications', rows: (data) => data.notifications, perPage: PAGE },
    { refetchInterval: (data) => watchMs(data?.notifications ?? []) },
  )
  const cancel = useCancel()

  const columns: Column<Notification>[] = [
    {
      id: 'title',
      file: ['title', 'body'],
      title: 'Title',
      main: true,
      width: '32%',
      cell: ({ title, body }) => (
        <span className={styles.lines}>
          {title}
          <span title={body}>{truncate(body, BODY_PREVIEW)}</span>
        </span>
      ),
    },
    {
      id: 'audience',
      file: ['audience', 'name'],
      title: 'Audience',
      bare: true,
      cell: (row) => (
        <span className={styles.lines}>
          {audienceLabel(row)}
          {row.name && (
            <span>
              <Truncated text={row.name} most={NAME_PREVIEW} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'date',
      title: 'Schedule Date',
      bare: true,
      cell: ({ schedule_date, schedule_time }) => `${showDay(schedule_date)} ${schedule_time}`,
    },
    { id: 'state', title: 'Status', bare: true, cell: (row) => <Progress of={row} /> },
    figure('totalReceived', 'Accepted', messages.accepted),
    figure('totalClicks', 'Clicks', messages.clicks),
    {
      ...figure('purchases', 'Purchases', messages.purchases),
      file: ['purchases', 'revenue'],
      cell: ({ purchases, revenueGenerated }) => (
        <span className={styles.lines}>
          {showCount(purchases)}
          {purchases > 0 && <span>{showNaira(revenueGenerated)}</span>}
        </span>
      ),
    },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      cell: (row) => <Actions of={row} cancel={cancel} />,
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Notifications"
      note="Accepted means the push service took the message. Clicks and purchases are counted through tracked links."
      columns={columns}
      rowTo={({ id }) => paths.one(id)}
      empty={
        list.filter.start_date || list.filter.end_date
          ? { title: 'No notifications match', text: 'Search for something else, or remove a filter' }
          : {
              title: 'No notifications yet',
              text: 'Send one to yourself first: choose Test user as the audience',
              permission: notifications.send.permission,
            }
      }
      searchLabel="Search by title, body or name"
      filters={FILTERS}
      controls={
        <>
          <Button variant="default" component={Link} to={paths.audiences} leftSection={<IconUsers size={16} />}>
            Audiences
          </Button>
          <ActionButton
            leftSection={<IconSend size={16} />}
            permission={notifications.send.permission}
            onClick={() => void navigate({ to: paths.send })}
            sticky
          >
            Send Notification
          </ActionButton>
        </>
      }
      csv={{
        endpoint: notifications.csv,
        also: ['devices'],
      }}
    />
  )
}

/** What can be done about one: once it is over, to send another like it. */
function Actions({ of, cancel }: { of: Notification; cancel: ReturnType<typeof useCancel> }) {
  const word = cancelWord(of)
  const remove = word && {
    word,
    permission: notifications.cancel.permission,
    isBusy: cancel.isBusy(of.id),
    onClick: () => void cancel.ask(of),
  }
  const edit =
    of.state === 'scheduled' ? { permission: notifications.change.permission, to: paths.edit(of.id) } : undefined
  const duplicate = { permission: notifications.send.permission, to: paths.duplicate(of.id) }
  return <RowActions name={of.title} edit={edit} duplicate={duplicate} remove={remove} />
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
  card: (row) => row[id] > 0,
  cell: (row) => showCount(row[id]),
})

/** The beginning of a text; the whole of it stands in a tip, for those with a keyboard, too. */
function Truncated({ text, most }: { text: string; most: number }) {
  const visible = truncate(text, most)
  if (visible === text) return text || '–'
  return (
    <Tip label={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0}>{visible}</span>
    </Tip>
  )
}
