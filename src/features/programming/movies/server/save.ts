import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { App } from '#server/app.ts'
import type { Recorder } from '#server/http/handle.ts'
import { invalid, notFound, stale } from '#server/http/problem.ts'
import type { MovieRecord, movies } from '../contract.ts'
import { comingSoonDay, messages, saysYes, splitTerms } from '../rules.ts'
import { keepSources, type Source } from './sources.ts'
import { changeMovie, findMovie, idsOfNumber, recordOf, replaceCast, withGenders, type Movie } from './store.ts'

type Writing = { db: Db; record: Recorder; now: Date }
type Save = Output<(typeof movies)['save']['body']>

/** The movie that a save means, locked. @throws 404, or 422 when a number fits more than one id */
async function movieOr404(db: Db, id: string | number): Promise<Movie> {
  const ids = typeof id === 'string' ? [id] : await idsOfNumber(db, id)
  if (ids.length > 1)
    throw invalid({ rosetta_movie_id: 'Several movies have this number. Send the ID as text, with its zeros.' })
  return locked(db, ids[0] ?? '')
}

async function locked(db: Db, id: string): Promise<Movie> {
  const movie = await findMovie(db, id, { lock: true })
  if (!movie) throw notFound('movie')
  return movie
}

/** @throws 409 with the record as it is now, when the change was based on another version */
async function refuseStale(db: Db, movie: Movie, version: number | undefined, now: Date) {
  if (version !== undefined && version !== movie.version) throw stale(await recordOf(db, movie, now))
}

/**
 * Core 7, POST /movie/create. The fixed fields say nothing when they are as every form sends them (core 9): feature no
 * and empty tags keep what the catalogue has, and without a rating the stored one stays.
 */
export async function saveMovie(
  { db, record, now, app }: Writing & { app: Pick<App, 'moviedb'> },
  body: Save,
): Promise<MovieRecord> {
  const genres = splitTerms(body.genre)
  if (!genres.length) throw invalid({ genre: messages.field })
  const opening = comingSoonDay(body.is_coming_soon, body.is_coming_soon_date)
  if ('error' in opening) throw invalid({ is_coming_soon_date: opening.error })
  const movie = await movieOr404(db, body.rosetta_movie_id)
  await refuseStale(db, movie, body.version, now)

  const before = await recordOf(db, movie, now)
  const tags = Array.isArray(body.tags) ? splitTerms(body.tags.join(',')) : splitTerms(body.tags ?? '')
  const cast = body.cast.map((member) => ({
    name: member.original_name,
    character: member.character_name,
    image: member.image,
  }))
  await replaceCast(db, movie.id, await withGenders(db, movie.id, cast))
  const changed = await changeMovie(
    db,
    movie.id,
    {
      title: body.movie_title,
      overview: body.description,
      genres,
      trailer: body.youtube_trailer_link,
      poster: body.big_poster,
      posterSmall: body.small_poster,
      backdrop: body.big_background,
      backdropSmall: body.small_background,
      releaseYear: body.release_year,
      runtime: body.movie_run_time,
      isApproved: body.is_available_for_display,
      isComingSoon: body.is_coming_soon,
      comingSoonDate: opening.day,
      ...(tags.length && { tags }),
      ...(saysYes(body.feature) && { isFeatured: true }),
      ...(body.censorship_rating && { censorRating: body.censorship_rating }),
    },
    now,
  )
  await keepSources(db, movie.id, importedSources(body, app.moviedb.kind, now))
  const after = await recordOf(db, changed, now)
  await record({
    entity: 'movie',
    id: movie.id,
    summary: `Saved "${changed.title}"${approvalChange(movie, after)}`,
    before: auditOf(before),
    after: auditOf(after),
  })
  return after
}

/** What the form took from the movie database that is connected. */
const importedSources = ({ imported = [] }: Save, source: Source['source'], importedAt: Date): Source[] => {
  const ids = new Map(imported.flatMap(({ external_id: id, fields }) => fields.map((field) => [field, id] as const)))
  return [...ids].map(([field, externalId]) => ({ field, source, externalId, importedAt }))
}

const approvalChange = (before: Movie, after: MovieRecord): string => {
  const isApproved = after.movie_details_from_db!.is_available_for_display
  if (isApproved === before.isApproved) return ''
  if (!isApproved) return ' and unapproved it'
  return ` and approved it${after.is_show_time_available ? '' : ' without a showtime'}`
}

/** What was entered, without what changes by itself. */
const auditOf = ({ movie_details_from_db: details }: MovieRecord): Record<string, unknown> => {
  if (!details) return {}
  const { movie_cast_list: cast, ...rest } = details
  return { ...rest, movie_cast_list: cast.map(({ id: _id, ...member }) => member) }
}

/** Sets or turns over whether the movie is available for display. @throws 422 before anything was entered about it */
export async function setVisibility(
  { db, record, now }: Writing,
  id: string,
  wanted: { is_available_for_display?: boolean | undefined; version?: number | undefined },
): Promise<MovieRecord> {
  const movie = await locked(db, id)
  await refuseStale(db, movie, wanted.version, now)
  const isApproved = wanted.is_available_for_display ?? !movie.isApproved
  if (isApproved && !movie.hasDetails)
    throw invalid({ is_available_for_display: 'Save the movie first, because there is nothing to display yet' })
  const changed = isApproved === movie.isApproved ? movie : await changeMovie(db, id, { isApproved }, now)
  const after = await recordOf(db, changed, now)
  const message = approvalMessage(isApproved, changed === movie, after)
  await record({
    entity: 'movie',
    id,
    summary: `${message} "${movie.title || movie.name}"`,
    before: { is_available_for_display: movie.isApproved },
    after: { is_available_for_display: isApproved },
  })
  return after
}

const approvalMessage = (isApproved: boolean, isSame: boolean, { is_show_time_available: hasShow }: MovieRecord) => {
  if (isSame) return isApproved ? 'Approved again:' : 'Unapproved again:'
  if (!isApproved) return 'Unapproved'
  return hasShow ? 'Approved' : 'Approved without a showtime:'
}
