import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { paging } from '#contract/atoms.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { cinemaOptions } from '#features/programming/cinemas/rules.ts'
import { useRead } from '#web/api/queries.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { events, type EventRow } from '../contract.ts'
import { eventList } from '../list-contract.ts'
import { messages, PAGE, SEARCH_DEBOUNCE_MS, WHEN, WHEN_LABELS } from '../rules.ts'
import { paths } from './paths.ts'
import { showTyped } from './format.ts'

const inAddress = z.object({
  ...paging(PAGE),
  ...eventList.count.query.shape,
})
const WHEN_FILTER = {
  name: 'when',
  label: 'When',
  options: WHEN.map((when) => ({ value: when, label: WHEN_LABELS[when] })),
}
const CONCESSION_FILTER = {
  name: 'concession',
  label: 'Concession',
  options: [
    { value: 'yes', label: messages.available },
    { value: 'no', label: messages.notAvailable },
  ],
}

/** FH+ Event (operations 2): what the cinemas do beside their programme. */
export function EventsPage() {
  const navigate = useNavigate()
  const list = useList(eventList.list, { label: 'Events', rows: (events) => events, address: inAddress })
  const count = useRead(eventList.count, { query: list.filter })
  const states = useRead(cinemas.list, { query: { with_closed: 'true' } }).data
  const removal = useRemoval(events.remove, events.restore, {
    // Operations 2: after success the list reloads from page 1.
    onDone: () => list.setAddress({ page: undefined }, { replace: true }),
  })

  const askToDelete = ({ id, name }: EventRow) => removal.ask(id, 'Delete event', `"${name}" will no longer be shown`)

  const columns: Column<EventRow>[] = [
    {
      id: 'name',
      title: 'Event Name',
      main: true,
      width: '28%',
      cell: ({ name, image, event_category }) => (
        <Thumb src={image} title={name} subtitle={event_category} shape="wide" />
      ),
    },
    { id: 'location', title: 'Location', bare: true, cell: (row) => row.cinema_name },
    { id: 'date', title: 'Event Time & Date', bare: true, cell: (row) => showTyped(row.date) },
    { id: 'concession', title: 'Concession', cell: (row) => <Availability isThere={row.concession_ids !== null} /> },
    { id: 'merchandise', title: 'Merchandise', card: false, cell: () => <Availability isThere={false} /> },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      cell: (row) => (
        <RowActions
          name={row.name}
          edit={{ permission: events.save.permission, to: paths.edit(row.id) }}
          duplicate={{ permission: events.create.permission, to: paths.duplicate(row.id) }}
          remove={{
            permission: events.remove.permission,
            isBusy: removal.isBusy(row.id),
            onClick: () => void askToDelete(row),
          }}
        />
      ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="FH+ Event"
      columns={columns}
      total={count.data?.totalCount}
      rowTo={({ id }) => paths.edit(id)}
      empty={{
        title: 'No events yet',
        text: 'Add an event to show it on the website',
        permission: events.create.permission,
      }}
      filters={[
        WHEN_FILTER,
        { name: 'cinema_id', label: 'Location', options: cinemaOptions(states) },
        { name: 'date', label: 'Date' },
        CONCESSION_FILTER,
      ]}
      searchLabel="Search by name or location"
      searchDebounceMs={SEARCH_DEBOUNCE_MS}
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={events.create.permission}
          onClick={() => void navigate({ to: paths.create })}
          sticky
        >
          ADD EVENT
        </ActionButton>
      }
      csv={{
        endpoint: eventList.csv,
        also: ['category', 'description', 'movies', 'tickets', 'price', 'image'],
      }}
    />
  )
}

const Availability = ({ isThere }: { isThere: boolean }) =>
  isThere ? (
    <StatusPill tone="good">{messages.available}</StatusPill>
  ) : (
    <StatusPill tone="neutral">{messages.notAvailable}</StatusPill>
  )
