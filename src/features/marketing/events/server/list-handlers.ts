import { counted } from '#contract/counted.ts'
import { showInstant } from '#contract/time.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { eventList } from '../list-contract.ts'
import { CSV_NAME, messages } from '../rules.ts'
import { countEvents, pageOfEvents, todayOf, type EventInFile } from './store.ts'

const EXPORT_PAGE = 1000

export const listHandlers = handle(eventList, {
  list: ({ app, db, now, query: { pageNo, pageSize, ...filters } }) =>
    pageOfEvents(db, { ...filters, today: todayOf(now, app.env.zone) }, sliceOf({ page: pageNo, perPage: pageSize })),

  count: async ({ app, db, now, query }) => ({
    totalCount: await countEvents(db, { ...query, today: todayOf(now, app.env.zone) }),
  }),

  csv: async ({ app, db, now, query: { columns: choice, ...filters }, write }) => {
    const filter = { ...filters, today: todayOf(now, app.env.zone) }
    const total = await countEvents(db, filter)
    const rows = inPages<EventInFile>((after) => pageOfEvents(db, filter, { limit: EXPORT_PAGE, after }))
    const what = counted(total, 'event')
    return exportRows(write, { name: CSV_NAME, what, columns: COLUMNS, choice, rows, total })
  },
})

/** The screen's columns and what an import needs besides; the date as typed. */
const COLUMNS: CsvColumn<EventInFile>[] = [
  { id: 'name', title: 'Event Name', cell: (row) => row.name },
  { id: 'location', title: 'Location', cell: (row) => row.cinema_name },
  { id: 'date', title: 'Event Time & Date', cell: (row) => showInstant(row.date, 'UTC') },
  {
    id: 'concession',
    title: 'Concession',
    cell: (row) => (row.concession_ids === null ? messages.notAvailable : messages.available),
  },
  { id: 'merchandise', title: 'Merchandise', cell: () => messages.notAvailable },
  { id: 'category', title: 'Category', cell: (row) => row.event_category },
  { id: 'description', title: 'Description', cell: (row) => row.description },
  { id: 'movies', title: 'Movie', cell: (row) => row.movies },
  { id: 'tickets', title: 'Ticket', cell: (row) => row.tickets },
  { id: 'price', title: 'Ticket Price', cell: (row) => row.price },
  { id: 'image', title: 'Image', cell: (row) => row.image },
]
