import { counted } from '#contract/counted.ts'
import { toNaira } from '#contract/money.ts'
import { showInstant } from '#contract/time.ts'
import { findCinema } from '#features/cinemas/server/public.ts'
import { cutOf } from '#server/db/page.ts'
import { chosenColumns, csvReply, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, notFound, stale } from '#server/http/problem.ts'
import { events } from '../contract.ts'
import { CSV_NAME, messages } from '../rules.ts'
import { ticketsOf } from './lookup.ts'
import { create, note, recordOf, save } from './save.ts'
import { countEvents, findEvent, pageOfEvents, setDeleted, showtimesOf, todayOf, type EventInFile } from './store.ts'

const EXPORT_PAGE = 1000

export const handlers = handle(events, {
  list: ({ app, db, now, query: { pageNo, pageSize, ...asked } }) =>
    pageOfEvents(db, { ...asked, today: todayOf(now, app.env.zone) }, cutOf({ page: pageNo, perPage: pageSize })),

  count: async ({ app, db, now, query }) => ({
    totalCount: await countEvents(db, { ...query, today: todayOf(now, app.env.zone) }),
  }),

  csv: async ({ app, db, now, query: { columns: chosen, ...asked }, write }) => {
    const columns = chosenColumns(COLUMNS, chosen)
    const filter = { ...asked, today: todayOf(now, app.env.zone) }
    const total = await countEvents(db, filter)
    await write(({ record }) =>
      record({ entity: 'export', id: CSV_NAME, summary: `Exported ${counted(total, 'event')}` }),
    )
    const rows = inPages<EventInFile>((after) => pageOfEvents(db, filter, { limit: EXPORT_PAGE, after }))
    return csvReply(CSV_NAME, columns, rows, total)
  },

  fetch: async ({ db, params: { id } }) => {
    const event = await findEvent(db, id)
    if (!event) throw notFound('event')
    return recordOf(db, event)
  },

  create: ({ body, me, request, ...asking }) => {
    const key = request.headers['idempotency-key']
    return create(asking, body, { me, key: typeof key === 'string' && key.length <= 200 ? key : undefined })
  },

  save: ({ params, body, ...asking }) => save(asking, params.id, body),

  remove: async ({ db, params: { id }, query: { version }, record, now }) => {
    const event = await findEvent(db, id, { lock: true })
    if (!event) throw notFound('event')
    const before = await recordOf(db, event)
    if (version !== undefined && version !== event.version) throw stale(before)
    await note(record, 'Deleted', before, undefined)
    await setDeleted(db, id, now)
    return { id }
  },

  restore: async ({ db, params: { id }, record }) => {
    if (!(await findEvent(db, id, { lock: true, deleted: true })))
      throw (await findEvent(db, id)) ? conflict(messages.notDeleted) : notFound('event')
    const after = await recordOf(db, await setDeleted(db, id, null))
    await note(record, 'Restored', undefined, after)
    return after
  },

  ticketTypes: async ({ app, db, query: { cinema_id, show_time, cinema_screen_section_id } }) => {
    if (!(await findCinema(db, cinema_id))) throw notFound('cinema')
    const isInstant = /^\d{4}-\d\d-\d\dT/.test(show_time) && !Number.isNaN(Date.parse(show_time))
    const found = await showtimesOf(db, cinema_id, isInstant ? { at: new Date(show_time) } : { ids: [show_time] })
    const showtime = found.find(({ screenId }) => screenId === (cinema_screen_section_id ?? screenId))
    if (!showtime) throw notFound('showtime')
    const tickets = await ticketsOf(app, cinema_id, showtime.id)
    return {
      tickets: tickets.map(({ id, name, kobo }) => ({
        product_id: id,
        product_name: name,
        product_price: toNaira(kobo),
      })),
    }
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
