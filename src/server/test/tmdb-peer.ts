import { scenery } from '#demo/scenery.ts'
import { GENRES } from '#contract/films.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import { embeddedMovieDatabase } from '../integrations/moviedb/embedded.ts'
import type { ExternalMovieData } from '../integrations/moviedb/port.ts'
import type { TestOptions } from '../env.ts'
import { peer, sendJson, type Peer } from './peer.ts'

export const TMDB_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.read-access'

/** TMDB's ids of the genres, in Marquee's order. */
const GENRE_IDS = [
  28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 10402, 9648, 10749, 878, 10770, 53, 10752, 37,
] as const
const genreIds = new Map<string, number>(GENRES.map((name, at) => [name, GENRE_IDS[at]!]))
const genre = (name: string) => ({ id: genreIds.get(name)!, name })

const catalogue = embeddedMovieDatabase({ hasSentinels: true }, scenery.catalogue)

/** A movie with its appended parts, in TMDB's format. */
type TmdbMovie = Record<string, unknown>

export type TmdbPeer = Peer & {
  /** The settings of a server that uses the peer. */
  settings: { token: string; url: string; imageUrl: string; language: string; region: string }
  addresses: TestOptions['addresses']
  /** Answers for movie ids in place of the catalogue's; undefined: deleted. */
  movies: Map<number, TmdbMovie | undefined>
}

/** Runs TMDB version 3 on this machine, with the films of the embedded catalogue and the documented shapes. */
export async function tmdbPeer(): Promise<TmdbPeer> {
  const movies = new Map<number, TmdbMovie | undefined>()
  const outside = await peer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://tmdb.example')
    const [, size, file] = /^\/t\/p\/([a-z0-9]+)(\/[\w.-]+)$/.exec(pathname) ?? []
    if (size && file) return sendImage(response, size, file)
    if (request.headers.authorization !== `Bearer ${TMDB_TOKEN}`) return refuse(response, 401, 7, 'Invalid API key')
    const answer = await answerTo(pathname, searchParams, movies)
    if (answer) sendJson(response, answer)
    else refuse(response, 404, 34, 'The resource you requested could not be found.')
  })
  return Object.assign(outside, {
    movies,
    addresses: { tmdb: `${outside.url}/3`, tmdbImages: `${outside.url}/t/p` },
    settings: {
      token: TMDB_TOKEN,
      url: `${outside.url}/3`,
      imageUrl: `${outside.url}/t/p`,
      language: 'en-US',
      region: 'NG',
    },
  })
}

/** Returns the path and query of a request. */
export const requestOf = ({ url }: IncomingMessage) => {
  const { pathname, searchParams } = new URL(url!, 'http://tmdb.example')
  return { path: pathname, query: Object.fromEntries(searchParams) }
}

const refuse = (response: ServerResponse, status: number, code: number, message: string) =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: false, status_code: code, status_message: message }))

async function answerTo(path: string, query: URLSearchParams, movies: TmdbPeer['movies']): Promise<object | undefined> {
  if (path === '/3/configuration') return { images: { secure_base_url: 'https://image.example/t/p/' }, change_keys: [] }
  if (path === '/3/genre/movie/list') return { genres: GENRES.map(genre) }
  if (path === '/3/search/movie') return searchFor(query)
  const id = /^\/3\/movie\/(\d+)$/.exec(path)?.[1]
  if (!id) return
  if (movies.has(Number(id))) return movies.get(Number(id))
  const found = await catalogue.movie(id)
  return found && tmdbMovie(found, query)
}

async function searchFor(query: URLSearchParams) {
  const year = query.get('year')
  const found = (await catalogue.search(query.get('query') ?? '')).filter(
    ({ releaseDate }) => !year || releaseDate?.startsWith(year),
  )
  return {
    page: 1,
    results: found.map((movie) => ({ ...basicsOf(movie), genre_ids: movie.genres.map((name) => genre(name).id) })),
    total_pages: 1,
    total_results: found.length,
  }
}

const basicsOf = (movie: ExternalMovieData) => ({
  adult: false,
  id: movie.id,
  title: movie.title,
  original_title: movie.title,
  original_language: 'en',
  overview: movie.overview,
  poster_path: movie.poster,
  backdrop_path: movie.backdrop,
  release_date: movie.releaseDate ?? '',
  popularity: 12.3,
  video: false,
  vote_average: 7.1,
  vote_count: 42,
})

/** Returns a movie. Its parts are included only on request, and pictures only in the named languages. */
export function tmdbMovie(movie: ExternalMovieData, query?: URLSearchParams): TmdbMovie {
  const appended = query?.get('append_to_response')?.split(',')
  const languages = query?.get('include_image_language')?.split(',') ?? ['en']
  const picture = (path: string | null, language: string | null) =>
    path && languages.includes(String(language)) ? [{ file_path: path, iso_639_1: language, vote_average: 5.2 }] : []
  const parts = {
    credits: {
      // Not in billing order, and mixed with crew.
      cast: movie.cast
        .map(({ id, name, character, order, profile }) => ({ id, name, character, order, profile_path: profile }))
        .toReversed(),
      crew: [{ id: 1, name: 'Kemi Adetiba', job: 'Director' }],
    },
    videos: {
      results: [
        { site: 'YouTube', type: 'Teaser', key: `teaser-${movie.id}`, official: true },
        { site: 'Vimeo', type: 'Trailer', key: `9${movie.id}`, official: true },
        { site: 'YouTube', type: 'Trailer', key: `fan-${movie.id}`, official: false },
        { site: 'YouTube', type: 'Trailer', key: `trailer${movie.id}`, official: true },
      ],
    },
    images: { posters: picture(movie.poster, 'en'), backdrops: picture(movie.backdrop, null), logos: [] },
    release_dates: {
      results: [
        { iso_3166_1: 'US', release_dates: [{ certification: 'PG-13', type: 3 }] },
        {
          iso_3166_1: 'NG',
          release_dates: [
            { certification: '', type: 1 },
            { certification: 'TV', type: 6 },
            { certification: movie.certification, type: 3 },
          ],
        },
      ],
    },
  }
  return {
    ...basicsOf(movie),
    genres: movie.genres.map(genre),
    runtime: movie.runtime ?? 0,
    tagline: '',
    ...Object.fromEntries(Object.entries(parts).filter(([name]) => !appended || appended.includes(name))),
  }
}

/** A size names the width or height of the scaled picture. */
async function sendImage(response: ServerResponse, size: string, file: string) {
  const [, side, pixels] = /^([wh])(\d+)$/.exec(size) ?? []
  const picture = side || size === 'original' ? await catalogue.image(file, 'poster') : undefined
  if (!picture) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>File not Found</h1>')
  const wanted = side && { [side === 'w' ? 'width' : 'height']: Number(pixels) }
  const fitted = wanted ? await sharp(picture).resize(wanted).jpeg().toBuffer() : picture
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(fitted)
}
