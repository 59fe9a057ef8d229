import { toNaira } from '#contract/money.ts'
import { findCinema } from '#features/programming/cinemas/server/public.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, notFound, stale } from '#server/http/problem.ts'
import { events } from '../contract.ts'
import { messages } from '../rules.ts'
import { ticketsOf } from './lookup.ts'
import { create, note, recordOf, save } from './save.ts'
import { findEvent, setDeleted, showtimesOf } from './store.ts'

export const handlers = handle(events, {
  fetch: async ({ db, params: { id } }) => {
    const event = await findEvent(db, id)
    if (!event) throw notFound('event')
    return recordOf(db, event)
  },

  create: ({ body, ...asking }) => create(asking, body),

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
