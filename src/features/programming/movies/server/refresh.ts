import type { AuditSummary } from '#server/audit/summary.ts'
import { addLine } from '#server/audit/store.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { DROP_AFTER_DAYS, isNeeded, REFRESH_AFTER_DAYS, importLabel, type ImportField } from '../rules.ts'
import { importedValues, type ImportedValues } from './external.ts'
import { dropSources, keepSources, moviesImportedBefore, sourcesOf, type Source } from './sources.ts'
import {
  changeMovie,
  findMovie,
  isSame,
  replaceCast,
  IMPORT_COLUMNS,
  withGenders,
  type Movie,
  type MovieChange,
} from './store.ts'

/** The one source whose data ages: its terms allow six months. */
const AGING = 'tmdb'
const ACTOR = { id: null, name: 'Marquee' }
/** Each has some twenty pictures to fetch and fit; a run stays within minutes. */
const MOVIES_A_RUN = 100
/** After this many movies in a row without an answer, the movie database is taken to be down until tomorrow. */
const FAILURES_IN_A_ROW = 3
const DAY_MS = 86_400_000

type Parts = Pick<App, 'db' | 'moviedb' | 'storage' | 'clock' | 'log'>

/**
 * Data of the movie database does not stay for more than six months: fields that stand as they were taken are taken anew
 * in time; those that could not be had anew, or whose movie is gone there, are emptied.
 */
export const refreshExternal: Job = {
  name: 'movies.refresh-external',
  schedule: '23 4 * * *',
  run: async (app) => {
    if (app.moviedb.kind === AGING) await refreshOld(app)
    await dropOld(app)
  },
}

const daysAgo = ({ clock }: Parts, days: number) => new Date(clock.now().getTime() - days * DAY_MS)

async function refreshOld(app: Parts) {
  const due = await moviesImportedBefore(app.db, AGING, daysAgo(app, REFRESH_AFTER_DAYS), { limit: MOVIES_A_RUN })
  // At a wrong address no movie would be there, and all would be taken to be gone: first it has to prove itself.
  if (!due.length || !(await succeeds(app, () => app.moviedb.test()))) return
  let inARow = 0
  for (const id of due) {
    inARow = (await succeeds(app, () => refresh(app, id))) ? 0 : inARow + 1
    if (inARow === FAILURES_IN_A_ROW) return
  }
}

async function succeeds({ log }: Parts, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    log.warn({ err: error }, 'imported data of the movie database could not be refreshed')
    return false
  }
}

/** Asks first, then writes: what staff changed meanwhile is theirs and stays. */
async function refresh(app: Parts, id: string) {
  const sources = (await sourcesOf(app.db, id)).filter(({ source }) => source === AGING)
  for (const [externalId, imported] of Map.groupBy(sources, (source) => source.externalId)) {
    const found = await app.moviedb.movie(externalId)
    if (found) {
      const fields = imported.map(({ field }) => field)
      await follow(app, id, imported, await importedValues(app, found, fields))
    } else await empty(app, id, imported, 'the movie no longer exists there')
  }
}

/** Unbounded, as nothing outside is waited for. */
async function dropOld(app: Parts) {
  const before = daysAgo(app, DROP_AFTER_DAYS)
  for (const id of await moviesImportedBefore(app.db, AGING, before, { evenRemoved: true })) {
    const old = (await sourcesOf(app.db, id)).filter(
      ({ source, importedAt }) => source === AGING && importedAt < before,
    )
    await empty(app, id, old, `not refreshed for ${DROP_AFTER_DAYS - REFRESH_AFTER_DAYS} days`)
  }
}

type Standing = { tx: Db; movie: Movie; fields: ImportField[]; now: Date }

/** Acts in a transaction on those of the fields that still stand as they were taken; without any, nothing is done. */
const whereStanding = (
  { db, clock }: Parts,
  id: string,
  imported: readonly Source[],
  work: (standing: Standing) => Promise<AuditSummary>,
) =>
  db.transaction(async (tx) => {
    const movie = await findMovie(tx, id, { lock: true, evenRemoved: true })
    const now = clock.now()
    const current = new Map((await sourcesOf(tx, id)).map((source) => [source.field, source]))
    const fields = imported
      .filter(({ field, externalId, importedAt }) => {
        const is = current.get(field)
        return is?.externalId === externalId && is.importedAt.getTime() === importedAt.getTime()
      })
      .map(({ field }) => field)
    if (!movie || !fields.length) return
    const summary = await work({ tx, movie, fields, now })
    // Names of fields only: the audit would keep their values for longer than the source allows.
    await addLine(tx, ACTOR, refreshExternal.name, { entity: 'movie', id, summary }, { requestId: null, now })
  })

const listed = (fields: readonly ImportField[]) => fields.map(importLabel).join(', ')

async function follow(app: Parts, id: string, imported: readonly Source[], values: ImportedValues) {
  const had = imported.filter(({ field }) => field in values)
  await whereStanding(app, id, had, async ({ tx, movie, fields, now }) => {
    const changed = await write(tx, movie, pick(values, fields), now)
    const still = had.filter(({ field }) => fields.includes(field))
    await keepSources(
      tx,
      id,
      still.map((source) => ({ ...source, importedAt: now })),
    )
    const differs = changed.length ? `changed: ${listed(changed)}` : 'nothing changed'
    return `Synced ${listed(fields)} of "${movie.name}" with TMDB, ${differs}`
  })
}

const NOTHING: Required<ImportedValues> = {
  movie_title: '',
  description: '',
  genre: [],
  big_poster: '',
  small_poster: '',
  big_background: '',
  small_background: '',
  cast: [],
  release_year: null,
  movie_run_time: null,
  youtube_trailer_link: '',
}

async function empty(app: Parts, id: string, imported: readonly Source[], reason: string) {
  await whereStanding(app, id, imported, async ({ tx, movie, fields, now }) => {
    const isUnapproved = movie.isApproved && fields.some(isNeeded)
    await write(tx, movie, pick(NOTHING, fields), now, isUnapproved ? { isApproved: false } : {})
    await dropSources(tx, id, fields)
    const unapproved = isUnapproved ? ' and unapproved the movie' : ''
    return `Cleared ${listed(fields)} of "${movie.name}", imported from TMDB${unapproved}: ${reason}`
  })
}

const pick = (values: ImportedValues, fields: readonly ImportField[]): ImportedValues =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

/** The version goes on only if something differs: an open form is not stale for nothing. @returns the fields that did */
async function write(tx: Db, movie: Movie, { cast, ...values }: ImportedValues, now: Date, more: MovieChange = {}) {
  const columns = (Object.keys(values) as (keyof typeof IMPORT_COLUMNS)[]).filter(
    (field) => !isSame(movie[IMPORT_COLUMNS[field]], values[field]),
  )
  const changed: ImportField[] = [...columns]
  if (cast && (await replaceCast(tx, movie.id, await withGenders(tx, movie.id, cast)))) changed.push('cast')
  const change = Object.fromEntries(columns.map((field) => [IMPORT_COLUMNS[field], values[field]]))
  if (changed.length) await changeMovie(tx, movie.id, { ...change, ...more }, now)
  return changed
}
