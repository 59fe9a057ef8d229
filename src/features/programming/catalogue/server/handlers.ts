import { CENSOR_RATINGS, GENRES } from '#contract/films.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { findMovie } from '#features/programming/movies/server/public.ts'
import { sliceOf } from '#server/db/page.ts'
import { catalogue, CATEGORIES } from '../contract.ts'
import { changeFilm, createFilm, filmOf, takeOutFilm } from './films.ts'
import { people } from './store.ts'

/** A fixed list under ids that stay: a word's place in it, from 1. */
const numbered = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }))

export const handlers = handle(catalogue, {
  filmCasts: async ({ db, query }) => {
    const page = sliceOf(query)
    const found = await people(db, query.$q, page)
    return found.map(({ id, name, image, gender }) => ({ id, name, profileImage: image, ...(gender && { gender }) }))
  },

  create: ({ body, ...context }) => createFilm(context, body),

  fetch: async ({ db, params, query }) => {
    const movie = await findMovie(db, params.id)
    if (!movie) throw notFound('film')
    return filmOf(db, movie, query.$include)
  },

  change: ({ params, query, body, ...context }) => changeFilm(context, params.id, body, query.$include),

  remove: ({ params, ...context }) => takeOutFilm(context, params.id),

  genres: async () => numbered(GENRES),
  censorRatings: async () => numbered(CENSOR_RATINGS),
  filmCategories: async () => [...CATEGORIES],
})
