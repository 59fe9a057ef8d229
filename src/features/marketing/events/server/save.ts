import { findCinema } from '#features/programming/cinemas/server/public.ts'
import type { App } from '#server/app.ts'
import type { PastVerb } from '#server/audit/summary.ts'
import type { Db } from '#server/db/connect.ts'
import type { Recorder, Writing } from '#server/http/handle.ts'
import { notFound, stale } from '#server/http/problem.ts'
import { toNaira } from '#contract/money.ts'
import type { EventPayload, EventRecord } from '../contract.ts'
import { joined } from '../rules.ts'
import { wantedOf } from './input.ts'
import { lookUp } from './lookup.ts'
import { addEvent, changeEvent, findEvent, linesOf, listedConcessionsOf, listedMoviesOf, type Stored } from './store.ts'

type Asking = { app: App; now: Date; write: <T>(work: (writing: Writing) => Promise<T>) => Promise<T> }

/** An event as the wire has it, with everything that belongs to it. */
export async function recordOf(db: Db, event: Stored): Promise<EventRecord> {
  const movies = await listedMoviesOf(db, event.id)
  const concessions = await listedConcessionsOf(db, event.id)
  return {
    id: event.id,
    name: event.name,
    description: event.description,
    event_category: event.category,
    image: event.image,
    cinema_id: event.cinemaId,
    cinema_name: (await findCinema(db, event.cinemaId))!.name,
    date: event.startsAt.toISOString(),
    price: toNaira(event.kobo),
    movie_ids: joined(movies.map(({ movie_id }) => movie_id)),
    showtime_ids: joined(movies.map(({ show_time_id }) => show_time_id)),
    ticket_ids: joined(movies.map(({ ticket }) => ticket.product_id)),
    concession_ids: concessions.length ? joined(concessions.map(({ product_id }) => product_id)) : null,
    concession_quantities: concessions.length ? joined(concessions.map(({ quantity }) => quantity)) : null,
    movies,
    concessions,
    version: event.version,
  }
}

/** Writes a change down: what was entered, without what follows from it. */
export async function note(
  record: Recorder,
  did: PastVerb,
  before: EventRecord | undefined,
  after: EventRecord | undefined,
) {
  const audited = ({ movies: _movies, concessions: _concessions, version: _version, ...entered }: EventRecord) =>
    entered
  const { id, name } = (after ?? before)!
  await record({
    entity: 'event',
    id,
    summary: `${did} the event "${name}"`,
    ...(before && { before: audited(before) }),
    ...(after && { after: audited(after) }),
  })
}

/** What is looked up outside is looked up first. */
export async function create({ app, now, write }: Asking, body: EventPayload): Promise<EventRecord> {
  const wanted = wantedOf(body)
  const lines = await lookUp(app, wanted, undefined)
  return write(async ({ db, record }) => {
    const after = await recordOf(db, await addEvent(db, wanted.entered, lines, now))
    await note(record, 'Added', undefined, after)
    return after
  })
}

/** @throws 404, and 409 with the event as it is now for a save that was based on an older one */
export async function save(
  { app, write }: Asking,
  id: number,
  { version, ...body }: EventPayload & { version?: number | undefined },
): Promise<EventRecord> {
  const event = await findEvent(app.db, id)
  if (!event) throw notFound('event')
  await refuseStale(app.db, event, version)
  const wanted = wantedOf(body)
  const lines = await lookUp(app, wanted, { event, lines: await linesOf(app.db, id) })
  return write(async ({ db, record }) => {
    const locked = await findEvent(db, id, { lock: true })
    if (!locked) throw notFound('event')
    await refuseStale(db, locked, version)
    const before = await recordOf(db, locked)
    const after = await recordOf(db, await changeEvent(db, id, wanted.entered, lines))
    await note(record, 'Edited', before, after)
    return after
  })
}

async function refuseStale(db: Db, event: Stored, version: number | undefined) {
  if (version !== undefined && version !== event.version) throw stale(await recordOf(db, event))
}
