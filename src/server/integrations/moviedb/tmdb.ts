import type * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { TmdbSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, wrongAddress, type Vendor } from '../vendor.ts'
import { ATTRIBUTIONS, type ExternalMovieData, type MovieDatabase, type PictureKind } from './port.ts'
import { movieDatabaseCache } from './tmdb-cache.ts'
import { foundMovie, present, movieOf } from './tmdb-movie.ts'
import { exactness, withoutYear } from './titles.ts'
import { ConfigurationAnswer, GenresAnswer, isImagePath, MovieAnswer, SearchAnswer } from './tmdb-shapes.ts'

const NAME = 'The movie database'
const WITHIN_MS = 10_000
const IMAGE_MAX_BYTES = 15 * 1024 * 1024
const MAX_RESULTS = 20

const HOUR_MS = 3_600_000
const CACHE_MS = { search: HOUR_MS, movie: 24 * HOUR_MS, genres: 7 * 24 * HOUR_MS }
/** Version of the cached shape; raise it when the shape changes. */
const CACHE = 'tmdb:1'

/** Image sizes of TMDB (developer.themoviedb.org/docs/image-basics), for copies and for lists and cards. */
const COPIED: Record<PictureKind, string> = { poster: 'w780', backdrop: 'original', profile: 'h632' }
const PICTURE_SIZES: Record<PictureKind, Record<'small' | 'large', string>> = {
  poster: { small: 'w185', large: 'w500' },
  backdrop: { small: 'w300', large: 'w780' },
  profile: { small: 'w185', large: 'h632' },
}

/** TMDB, version 3 of its API. Searches, movies and genre names are cached in the database. */
export function tmdbMovieDatabase(
  { token, url, imageUrl, language, region }: TmdbSettings,
  db: Db,
  clock: Clock,
  more: Partial<Pick<Vendor, 'timeoutMs' | 'wait'>> = {},
): MovieDatabase {
  const vendor = { name: NAME, timeoutMs: WITHIN_MS, ...more }
  const api = vendorClient({ ...vendor, baseUrl: url, headers: { authorization: `Bearer ${token}` } })
  // The images are on another host, which never receives the key.
  const images = vendorClient({ ...vendor, baseUrl: imageUrl, headers: {} })
  const cache = movieDatabaseCache(db, clock)
  const regions = [...new Set([region, 'GB', 'US'])]

  /** Calls an endpoint open to every account, so that a 404 means a wrong address. */
  const ask = async <T extends z.core.$ZodType>(
    path: string,
    schema: T,
    query: Record<string, string | number | undefined> = {},
  ): Promise<z.core.output<T>> => {
    const answer = await api.json(path, { query, schema })
    if (answer === undefined) throw new IntegrationError(wrongAddress(NAME))
    return answer
  }

  const genres = async () =>
    new Map(
      await cache.through(`${CACHE}:genres:${language}`, CACHE_MS.genres, async () => {
        const answer = await ask('/genre/movie/list', GenresAnswer, { language })
        return present(answer.genres).map(({ id, name }): [number, string] => [id, name])
      }),
    )

  /** Searches without reporting unreadable results: nothing depends on them, and the next search reads them again. */
  const searchFor = async (title: string, year?: string) => {
    const query = { query: title, year, language, include_adult: 'false', page: 1 }
    const { results } = await ask('/search/movie', SearchAnswer, query)
    return present(results)
  }

  const search = async (query: string): Promise<ExternalMovieData[]> => {
    const { title, year } = withoutYear(query)
    // A number at the end can be part of the title, so both are searched.
    const answers = [...(year ? await searchFor(title, year) : []), ...(await searchFor(query))]
    const found = answers.filter(({ id }, at) => answers.findIndex((movie) => movie.id === id) === at)
    if (!found.length) return []
    const names = await genres()
    const exact = (movie: ExternalMovieData) => exactness(query, movie.title, movie.releaseDate?.slice(0, 4))
    return found
      .map((movie) => foundMovie(movie, names))
      .toSorted((one, other) => exact(other) - exact(one))
      .slice(0, MAX_RESULTS)
  }

  return {
    kind: 'tmdb',
    attribution: ATTRIBUTIONS.tmdb,
    search: async (text) => {
      const query = text.trim().replace(/\s+/g, ' ').toLowerCase()
      if (!/[\p{L}\p{N}]/u.test(query)) return []
      const key = `${CACHE}:search:${language}:${query}`
      return (await cache.through(key, CACHE_MS.search, () => search(query)))!
    },
    movie: async (id) => {
      if (!/^\d{1,10}$/.test(id)) return
      return cache.through(`${CACHE}:movie:${language}:${region}:${Number(id)}`, CACHE_MS.movie, async () => {
        const query = {
          language,
          append_to_response: 'credits,videos,images,release_dates',
          // Otherwise only images in the language are listed; null means images without text.
          include_image_language: [...new Set([language.slice(0, 2), 'en', 'null'])].join(','),
        }
        const found = await api.json(`/movie/${Number(id)}`, { query, schema: MovieAnswer })
        return found && movieOf(found, regions)
      })
    },
    image: async (path, kind) =>
      isImagePath(path) ? images.bytes(`/${COPIED[kind]}${path}`, IMAGE_MAX_BYTES) : undefined,
    imageUrl: (path, kind, size) => `${imageUrl}/${PICTURE_SIZES[kind][size]}${path}`,
    test: async () => {
      await ask('/configuration', ConfigurationAnswer)
      return 'Read its configuration'
    },
  }
}
