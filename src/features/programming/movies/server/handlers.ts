import { createHash } from 'node:crypto'
import { addMonths, dayOf, daysAsInstants, type Day } from '#contract/time.ts'
import { cinemaToStartWith, findCinema, scheduleState } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { countSelected, sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { invalid, notFound } from '#server/http/problem.ts'
import { movies } from '../contract.ts'
import { exportComingSoon, exportList } from './exports.ts'
import { formatImages, included, toExternal } from './external.ts'
import { everyRow, moviesComingSoon, listedMovies, pageOf, toComingSoonRow, toMovieRow, type Range } from './list.ts'
import { moviesOnShow } from './on-show.ts'
import { saveMovie, setVisibility } from './save.ts'
import { titleWithoutMarks } from '../rules.ts'
import { displayTitle, findMovie, knownToPos, recordOf, searchMovies, writtenReviews } from './store.ts'

const PICKER_ROWS = 20
/** As many as are named in one filter. */
const NAMED_ROWS = 200

/**
 * The range as asked, and the default where nothing was asked (core 9): Lekki in Lagos, last month to today.
 * @throws 422 for a range that ends before it starts, 404 for an unknown cinema
 */
async function rangeOf(db: Db, query: Partial<Range>, today: Day): Promise<Range & { cinema: string }> {
  const end_date = query.end_date ?? today
  const start_date = query.start_date ?? addMonths(end_date < today ? end_date : today, -1)
  if (end_date < start_date) throw invalid({ end_date: 'The end date is before the start date' })
  const cinema = query.cinema_id ? await findCinema(db, query.cinema_id) : await cinemaToStartWith(db)
  if (query.cinema_id && !cinema) throw notFound('cinema')
  return { cinema_id: cinema?.id ?? null, start_date, end_date, cinema: cinema?.name ?? 'no cinema' }
}

async function movieOr404(db: Db, id: string) {
  const movie = await findMovie(db, id)
  if (!movie) throw notFound('movie')
  return movie
}

export const handlers = handle(movies, {
  list: async ({ db, query, app, now }) => {
    const { zone } = app.env
    const { cinema: _, ...range } = await rangeOf(db, query, dayOf(now, zone))
    const selection = listedMovies({ ...query, ...range, zone })
    const schedule = await scheduleState(db)
    const { page, perPage } = query
    if (page === undefined) {
      const all = await everyRow(db, selection)
      return {
        movies: all.map(toMovieRow),
        perPage: all.length,
        totalPages: all.length ? 1 : 0,
        totalCount: all.length,
        range,
        schedule,
      }
    }
    const totalCount = await countSelected(db, selection)
    const rows = await pageOf(db, selection, totalCount, { page, perPage })
    const totalPages = Math.ceil(totalCount / perPage)
    return { movies: rows.map(toMovieRow), perPage, totalPages, totalCount, range, schedule }
  },

  listCsv: async (context) => {
    const { db, query, app, now } = context
    const { zone } = app.env
    const { cinema, ...range } = await rangeOf(db, query, dayOf(now, zone))
    return exportList(context, { ...query, ...range, zone }, cinema)
  },

  comingSoon: async ({ db, query, app, now }) => {
    const { page, perPage } = query
    const selection = moviesComingSoon(query, dayOf(now, app.env.zone))
    const totalCount = await countSelected(db, selection)
    const rows = await pageOf(db, selection, totalCount, { page, perPage })
    return { movies: rows.map(toComingSoonRow), perPage, totalPages: Math.ceil(totalCount / perPage), totalCount }
  },

  comingSoonCsv: exportComingSoon,

  fetch: async ({ db, params, now }) => recordOf(db, await movieOr404(db, params.id), now),

  save: ({ body, ...context }) => saveMovie(context, body),

  visibility: ({ params, body, ...context }) => setVisibility(context, params.id, body ?? {}),

  search: async ({ db, query }) =>
    (await searchMovies(db, query.title, query.ids === undefined ? PICKER_ROWS : NAMED_ROWS, query.ids)).map(
      (movie) => ({
        id: movie.id,
        rosetta_movie_id: movie.id,
        movie_title: displayTitle(movie),
        description: movie.overview,
        youtube_trailer: movie.trailer,
        small_poster: movie.poster_small,
        big_backround: movie.backdrop,
        small_background: movie.backdrop_small,
      }),
    ),

  newList: async ({ db, query, app, now }) => {
    const start_date = query.start_date ?? dayOf(now, app.env.zone)
    const end_date = query.end_date ?? start_date
    if (end_date < start_date) throw invalid({ end_date: 'The end date is before the start date' })
    if (!(await findCinema(db, query.cinema_id))) throw notFound('cinema')
    return moviesOnShow(db, query.cinema_id, daysAsInstants(start_date, end_date, app.env.zone))
  },

  ratings: async ({ db, params, query }) => {
    const movie = await movieOr404(db, params.id)
    const page = sliceOf({ page: query.pageNo, perPage: query.pageSize })
    const { rows, total } = await writtenReviews(db, movie.id, page, query.first)
    return {
      metadata: { numberOfLikes: movie.likes, numberOfDislikes: movie.dislikes },
      reviews: rows.map(({ created_at, ...review }) => ({ ...review, createdAt: new Date(created_at).toISOString() })),
      totalCount: total,
    }
  },

  fromVista: async ({ db }) =>
    (await knownToPos(db)).map((movie) => ({
      movie_id: movie.id,
      movie_name: movie.name,
      genre: movie.pos_genre,
      rating: movie.pos_rating,
      movie_run_time: movie.pos_runtime,
      opening_date: movie.pos_opening_date,
      has_movie_db_details: movie.has_details,
    })),

  externalSearch: async ({ app, query }) => {
    // The form asks with the point of sale's title, whose marks the movie database does not know; a film can be called so.
    const titles = [...new Set([titleWithoutMarks(query.query), query.query])]
    const answers = await Promise.all(titles.map((title) => app.moviedb.search(title)))
    const found = new Map(answers.flat().map((movie) => [movie.id, movie]))
    return {
      results: [...found.values()].map((movie) => toExternal(app.moviedb, movie)),
      attribution: app.moviedb.attribution,
    }
  },

  externalMovie: async ({ app, params }) => {
    const found = await app.moviedb.movie(params.id)
    if (!found) throw notFound('movie')
    return toExternal(app.moviedb, found)
  },

  externalById: async ({ app, params, query }) => {
    const found = await app.moviedb.movie(params.id)
    if (!found) throw notFound('movie')
    return { ...toExternal(app.moviedb, found), ...included(app.moviedb, found, query.$include) }
  },

  externalImage: async ({ app, params }) => {
    const picture = await app.moviedb.picture?.(params.size, params.file)
    if (!picture) throw notFound('image')
    const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`
    return { stream: picture, headers: { 'cache-control': 'public, max-age=31536000, immutable', etag } }
  },

  formatImages: async ({ app, body }) => ({ images: await formatImages(app, body.images) }),
})
