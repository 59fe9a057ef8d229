import { scenery } from '#demo/scenery.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { openTestDatabase } from '#server/test/database.ts'
import { peerFaults, type PeerFault } from '#server/test/peer.ts'
import { requestOf, TMDB_TOKEN, tmdbPeer, type TmdbPeer } from '#server/test/tmdb-peer.ts'
import { embeddedMovieDatabase } from './embedded.ts'
import { IntegrationError } from '../error.ts'
import type { MovieDatabase } from './port.ts'
import { expiredAnswers } from './tmdb-cache.ts'
import { tmdbMovieDatabase } from './tmdb.ts'

let database: Database
let outside: TmdbPeer
let now = new Date('2026-11-21T09:00:00Z')
const later = (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000))
const tmdb = (more: { timeoutMs?: number } = {}) =>
  tmdbMovieDatabase(outside.settings, database.db, { now: () => now }, { wait: async () => {}, ...more })

beforeAll(async () => {
  database = await openTestDatabase()
  outside = await tmdbPeer()
})
afterAll(async () => {
  await outside.close()
  await database.close()
})
beforeEach(async () => {
  await database.db.execute(sql`delete from moviedb_cache`)
  outside.next = []
  outside.requests.length = 0
  outside.movies.clear()
})

const kinds = [
  {
    kind: 'embedded',
    make: () => embeddedMovieDatabase({ hasSentinels: true }, scenery.catalogue),
    attribution: /demo catalogue/,
    trailer: /^https:\/\/www\.youtube\.com\/results\?search_query=Citation\+?%20\d{4}%20official%20trailer$/,
    poster: [1000, 1500],
    backdrop: [1600, 900],
    profile: [600, 900],
    tested: /^Found a catalogue of \d+ films$/,
  },
  {
    kind: 'tmdb',
    make: () => tmdb(),
    attribution: /^This product uses the TMDB API but is not endorsed or certified by TMDB\.$/,
    trailer: /^https:\/\/www\.youtube\.com\/watch\?v=trailer\d+$/,
    poster: [780, 1170],
    backdrop: [1600, 900],
    profile: [421, 632],
    tested: /^Read its configuration$/,
  },
] as const

describe.each(kinds)('the movie database, $kind', ({ kind, make, attribution, trailer, tested, ...sizes }) => {
  let moviedb: MovieDatabase
  beforeAll(() => void (moviedb = make()))
  const titles = async (query: string) => (await moviedb.search(query)).map(({ title }) => title)

  test('returns its kind and its attribution', async () => {
    expect(moviedb.kind).toBe(kind)
    expect(moviedb.attribution).toMatch(attribution)
    expect(await moviedb.test()).toMatch(tested)
  })

  test('finds words with any case, accents and punctuation, the best match first', async () => {
    expect((await titles('citation'))[0]).toBe('Citation')
    expect((await titles('THE WÉDDING  party'))[0]).toBe('The Wedding Party')
    expect(await titles('wedding dubai')).toEqual(['The Wedding Party 2: Destination Dubai'])
    expect((await titles("pan's lab"))[0]).toBe("Pan's Labyrinth")
    expect(await titles('no such film')).toEqual([])
  })

  test('takes a year at the end as the release year', async () => {
    const year = (await moviedb.search('lionheart'))[0]!.releaseDate!.slice(0, 4)
    expect(await titles(`lionheart ${year}`)).toEqual(['Lionheart'])
    expect(await titles('lionheart 1931')).toEqual([])
  })

  test('finds nothing for an empty query, and at most 20 films for a broad query', async () => {
    expect(await titles('')).toEqual([])
    expect(await titles(' !? ')).toEqual([])
    expect((await titles('the')).length).toBe(20)
  })

  test('returns the fields of a result list', async () => {
    const [found] = await moviedb.search('citation')
    expect(found).toMatchObject({
      title: 'Citation',
      genres: expect.arrayContaining(['Drama']),
      releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      poster: `/poster-${found!.id}.jpg`,
    })
    expect(found!.overview.length).toBeGreaterThan(20)
  })

  test('returns all fields of the form for a movie', async () => {
    const [found] = await moviedb.search('citation')
    const movie = (await moviedb.movie(String(found!.id)))!
    expect(movie).toMatchObject({
      id: found!.id,
      title: 'Citation',
      overview: found!.overview,
      genres: found!.genres,
      releaseDate: found!.releaseDate,
      poster: `/poster-${movie.id}.jpg`,
      backdrop: `/backdrop-${movie.id}.jpg`,
      certification: (await embeddedMovieDatabase({ hasSentinels: true }, scenery.catalogue).movie(String(movie.id)))!
        .certification,
    })
    expect(movie.runtime).toBeGreaterThan(30)
    expect(movie.trailer).toMatch(trailer)
    expect(movie.cast.map(({ order }) => order)).toEqual(movie.cast.map((_, at) => at))
    expect(movie.cast[0]!.profile).toBe(`/profile-${movie.id}-0.jpg`)
  })

  test.each(['0', '999999', 'abc', '1001; drop', '../1001', '', '1001/credits', '99999999999999'])(
    'there is no movie %j',
    async (id) => {
      expect(await moviedb.movie(id)).toBeUndefined()
    },
  )

  test.each(['poster', 'backdrop', 'profile'] as const)('returns the picture of a %s', async (use) => {
    const path = use === 'profile' ? '/profile-1001-0.jpg' : `/${use}-1001.jpg`
    const { width, height, format } = await sharp(await moviedb.image(path, use)).metadata()
    expect([width, height, format]).toEqual([...sizes[use], 'jpeg'])
  })

  test.each([
    '/poster-1.jpg',
    '/poster-1001-2.jpg',
    '/profile-1001.jpg',
    '/profile-1001-99.jpg',
    '/poster-1001.png',
    '/x',
    '/../../3/configuration',
    '/poster-1001.jpg?size=huge',
    '//elsewhere.example/poster-1001.jpg',
    '/..%2fposter-1001.jpg',
  ])('there is no image %s', async (path) => {
    expect(await moviedb.image(path, 'poster')).toBeUndefined()
  })

  test('names the file and the size in the address of a picture', () => {
    const [small, large] = (['small', 'large'] as const).map((size) =>
      moviedb.imageUrl('/poster-1001.jpg', 'poster', size),
    )
    expect(small).toMatch(/\/poster-1001\.jpg$/)
    expect(large).toMatch(/\/poster-1001\.jpg$/)
    expect(small).not.toBe(large)
  })
})

describe('the embedded movie database', () => {
  const moviedb = embeddedMovieDatabase({ hasSentinels: true }, scenery.catalogue)

  test('returns pictures for browsers as WebP at the size of their address', async () => {
    expect(moviedb.imageUrl('/poster-1001.jpg', 'poster', 'small')).toBe('/api/moviedb/images/small/poster-1001.jpg')
    const picture = await sharp(await moviedb.picture!('small', 'poster-1001.jpg')).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 342 })
    expect(await sharp(await moviedb.picture!('large', 'backdrop-1001.jpg')).metadata()).toMatchObject({ width: 1280 })
    for (const [size, file] of [
      ['huge', 'poster-1001.jpg'],
      ['constructor', 'poster-1001.jpg'],
      ['small', 'poster-1.jpg'],
      ['small', 'poster-1001.png'],
    ] as const)
      expect(await moviedb.picture!(size, file)).toBeUndefined()
  })

  test.each([
    ['moviedb timeout', 'The movie database did not answer within 10 seconds'],
    ['MovieDB down', 'The movie database is not answering'],
    ['moviedb busy', 'The movie database is rate-limiting us (429). Try again in a minute.'],
  ])('searching for "%s" fails with its reason', async (query, reason) => {
    const search = moviedb.search(query)
    await expect(search).rejects.toThrow(IntegrationError)
    await expect(search).rejects.toThrow(reason)
  })
})

describe('a title that ends in a year', () => {
  const wonder = (id: number, title: string, releaseDate: string) => ({ id, title, releaseDate })
  const FOUND = [
    wonder(1003, 'Wonder Woman: Bloodlines', '1984-10-05'),
    wonder(1001, 'Wonder Woman', '1984-03-12'),
    wonder(1002, 'Wonder Woman 1984', '2020-12-16'),
    wonder(1004, 'Making Wonder Woman 1984', '2020-12-20'),
  ]
  const exact = ['Wonder Woman 1984', 'Wonder Woman']

  test('finds the film with this name, then the film of this year, in the embedded movie database', async () => {
    const films = FOUND.map((film) => ({ ...scenery.catalogue.films[0]!, ...film }))
    const moviedb = embeddedMovieDatabase({ hasSentinels: true }, { ...scenery.catalogue, films })
    for (const query of ['wonder woman 1984', 'Wonder Woman (1984)']) {
      const titles = (await moviedb.search(query)).map(({ title }) => title)
      expect(titles.slice(0, 2)).toEqual(exact)
      expect(titles.toSorted()).toEqual(FOUND.map(({ title }) => title).toSorted())
    }
  })

  test('finds the film with this name, then the film of this year, in TMDB without duplicates', async () => {
    const row = ({ id, title, releaseDate }: (typeof FOUND)[number]) => ({ id, title, release_date: releaseDate })
    const [blood, pilot, film, making] = FOUND.map(row)
    const answers = (...results: unknown[]) => ({
      kind: 'status' as const,
      status: 200,
      body: JSON.stringify({ results }),
    })
    outside.next = [answers(blood, pilot), answers(making, film, pilot)]
    const titles = (await tmdb().search('Wonder Woman 1984')).map(({ title }) => title)
    expect(titles).toEqual([...exact, 'Wonder Woman: Bloodlines', 'Making Wonder Woman 1984'])
  })

  test('skips unreadable parts of an answer of TMDB and shows the others', async () => {
    const good = { id: 7, title: 'Citation', genre_ids: [18, null, 'x'] }
    const body = (of: object) => ({ kind: 'status' as const, status: 200, body: JSON.stringify(of) })
    const odd = [null, 7, {}, { id: null, title: 'x' }, { id: -1, title: 'x' }, { id: 8, title: '\u0000' }, { id: 9 }]
    outside.next = [
      body({ results: [...odd, good] }),
      body({ genres: [null, { id: 'x', name: 'y' }, { id: 18, name: 'Drama' }, { id: 19 }] }),
    ]
    expect(await tmdb().search('citation')).toMatchObject([{ id: 7, title: 'Citation', genres: ['Drama'] }])
  })
})

const requests = () => outside.requests.map(requestOf)
const paths = () => requests().map(({ path }) => path)

describe('requests to TMDB', () => {
  test('search in the language, without adult films, the first page, with a year at the end as the year', async () => {
    const year = (
      await embeddedMovieDatabase({ hasSentinels: true }, scenery.catalogue).search('lionheart')
    )[0]!.releaseDate!.slice(0, 4)
    await tmdb().search(`  Lionheart   ${year} `)
    const common = { language: 'en-US', include_adult: 'false', page: '1' }
    expect(requests()).toEqual([
      { path: '/3/search/movie', query: { query: 'lionheart', year, ...common } },
      { path: '/3/search/movie', query: { query: `lionheart ${year}`, ...common } },
      { path: '/3/genre/movie/list', query: { language: 'en-US' } },
    ])
  })

  test('search with a number at the end both as a year and as a part of the title', async () => {
    await tmdb().search('district 2049')
    await tmdb().search('1917')
    expect(requests().map(({ query }) => [query.query, query.year])).toEqual([
      ['district', '2049'],
      ['district 2049', undefined],
      ['1917', undefined],
    ])
  })

  test('read a movie in one call', async () => {
    await tmdb().movie('1001')
    expect(requests()).toEqual([
      {
        path: '/3/movie/1001',
        query: {
          language: 'en-US',
          append_to_response: 'credits,videos,images,release_dates',
          include_image_language: 'en,null',
        },
      },
    ])
    const french = tmdbMovieDatabase({ ...outside.settings, language: 'fr-FR' }, database.db, { now: () => now })
    await french.movie('1001')
    expect(requests().at(-1)!.query).toMatchObject({ language: 'fr-FR', include_image_language: 'fr,en,null' })
  })

  test('are not sent for a malformed ID or path', async () => {
    await tmdb().movie('../configuration')
    await tmdb().image('/../3/configuration', 'poster')
    await tmdb().search('…')
    expect(outside.requests).toEqual([])
  })

  // Clauses: core 215
  test('use fitting image sizes, and the original only for a copied background', async () => {
    const moviedb = tmdb()
    await moviedb.image('/poster-1001.jpg', 'poster')
    await moviedb.image('/backdrop-1001.jpg', 'backdrop')
    await moviedb.image('/profile-1001-0.jpg', 'profile')
    expect(paths()).toEqual([
      '/t/p/w780/poster-1001.jpg',
      '/t/p/original/backdrop-1001.jpg',
      '/t/p/h632/profile-1001-0.jpg',
    ])
    const images = (['poster', 'backdrop', 'profile'] as const).flatMap((kind) =>
      (['small', 'large'] as const).map((size) => moviedb.imageUrl('/a.jpg', kind, size)),
    )
    expect(images.map((address) => address.slice(outside.settings.imageUrl.length))).toEqual([
      '/w185/a.jpg',
      '/w500/a.jpg',
      '/w300/a.jpg',
      '/w780/a.jpg',
      '/w185/a.jpg',
      '/h632/a.jpg',
    ])
  })

  test('send the token only in the header of the API', async () => {
    const moviedb = tmdb()
    await moviedb.search('citation')
    await moviedb.movie('1001')
    await moviedb.test()
    for (const { headers, url } of outside.requests) {
      expect(headers.authorization).toBe(`Bearer ${TMDB_TOKEN}`)
      expect(url).not.toContain(TMDB_TOKEN)
    }
    outside.requests.length = 0
    await moviedb.image('/poster-1001.jpg', 'poster')
    const [{ headers, url }] = outside.requests as [(typeof outside.requests)[number]]
    expect(JSON.stringify(headers) + url).not.toContain(TMDB_TOKEN)
  })
})

describe('answers of TMDB', () => {
  const movieOf = async (answer: object) => {
    outside.movies.set(7, { id: 7, title: 'Odd', ...answer })
    return (await tmdb().movie('7'))!
  }

  test('are a movie with only an ID and a title', async () => {
    expect(await movieOf({})).toEqual({
      id: 7,
      title: 'Odd',
      overview: '',
      genres: [],
      poster: null,
      backdrop: null,
      releaseDate: null,
      runtime: null,
      trailer: null,
      certification: null,
      cast: [],
    })
  })

  test('leave null, empty and malformed fields empty', async () => {
    const movie = await movieOf({
      overview: null,
      genres: [{ id: 18, name: 'Drama' }, { id: 5 }, null],
      poster_path: '/../../secret.jpg',
      backdrop_path: '//elsewhere.example/b.jpg',
      release_date: '',
      runtime: 0,
      videos: { results: [{ site: 'YouTube', type: 'Trailer', key: '"><script>', official: true }] },
      release_dates: null,
      credits: { cast: [{ id: 1, name: 'Ada', character: null, order: null, profile_path: null }, { name: 'No id' }] },
      images: { posters: 'none', backdrops: [] },
    })
    expect(movie).toMatchObject({ overview: '', genres: ['Drama'], poster: null, backdrop: null, releaseDate: null })
    expect(movie).toMatchObject({ runtime: null, trailer: null, certification: null })
    expect(movie.cast).toEqual([{ id: 1, name: 'Ada', character: '', order: 0, profile: null }])
  })

  test('give the first picture when the movie names none', async () => {
    const images = { posters: [{ file_path: null }, { file_path: '/p.jpg' }], backdrops: [{ file_path: '/b.png' }] }
    expect(await movieOf({ poster_path: null, images })).toMatchObject({ poster: '/p.jpg', backdrop: '/b.png' })
  })

  test('give the first 20 of the cast, in billing order', async () => {
    const cast = Array.from({ length: 30 }, (_, at) => ({ id: at, name: `No ${30 - at}`, order: 30 - at }))
    const movie = await movieOf({ credits: { cast } })
    expect(movie.cast.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `No ${at + 1}`))
    expect(movie.cast.map(({ order }) => order)).toEqual(Array.from({ length: 20 }, (_, at) => at))
  })

  test('give an unofficial trailer only when there is no official one', async () => {
    const results = [
      { site: 'YouTube', type: 'Clip', key: 'clip-1', official: true },
      { site: 'YouTube', type: 'Trailer', key: 'fan-made-1' },
    ]
    expect((await movieOf({ videos: { results } })).trailer).toBe('https://www.youtube.com/watch?v=fan-made-1')
  })

  const rated = (country: string, ...releases: [certification: string, type: number][]) => ({
    iso_3166_1: country,
    release_dates: releases.map(([certification, type]) => ({ certification, type })),
  })
  test.each([
    ['of the region', [rated('US', ['R', 3]), rated('NG', ['18', 3])], '18'],
    ['of the United Kingdom, then', [rated('US', ['R', 3]), rated('GB', ['15', 3]), rated('NG', ['', 3])], '15'],
    ['of the United States, at last', [rated('FR', ['16', 3]), rated('US', ['PG-13', 3])], 'PG-13'],
    ['for cinemas before others', [rated('NG', ['G', 1], ['', 3], ['12a', 3])], '12A'],
    ['for others where cinemas have none', [rated('NG', ['', 3], ['PG', 4])], 'PG'],
    ['nowhere else', [rated('FR', ['16', 3])], null],
  ])('the certification %s', async (_, results, expected) => {
    expect((await movieOf({ release_dates: { results } })).certification).toBe(expected)
  })
})

describe('answers of TMDB are kept', () => {
  test('serve a second request of any server', async () => {
    const first = [await tmdb().search('Citation'), await tmdb().movie('1001')]
    outside.requests.length = 0
    expect([await tmdb().search(' citation '), await tmdb().movie('1001')]).toEqual(first)
    expect(outside.requests).toEqual([])
  })

  test('are kept for an hour (search), a day (movie) or a week (genres)', async () => {
    const moviedb = tmdb()
    const ask = async () => {
      outside.requests.length = 0
      await moviedb.search('citation')
      await moviedb.movie('1001')
      return paths().map((path) => path.split('/')[2])
    }
    expect(await ask()).toEqual(['search', 'genre', 'movie'])
    later(0.99)
    expect(await ask()).toEqual([])
    later(0.02)
    expect(await ask()).toEqual(['search'])
    later(23)
    expect(await ask()).toEqual(['search', 'movie'])
    later(6 * 24)
    expect(await ask()).toEqual(['search', 'genre', 'movie'])
  })

  test('replace the old answer after a new request', async () => {
    outside.movies.set(7, { id: 7, title: 'Old' })
    await tmdb().movie('7')
    outside.movies.set(7, { id: 7, title: 'New' })
    expect((await tmdb().movie('7'))!.title).toBe('Old')
    later(24)
    expect((await tmdb().movie('7'))!.title).toBe('New')
    expect((await tmdb().movie('7'))!.title).toBe('New')
  })

  test('are not kept for missing movies and errors', async () => {
    expect(await tmdb().movie('7')).toBeUndefined()
    outside.movies.set(7, { id: 7, title: 'Here now' })
    outside.next = [peerFaults.unauthorised]
    await expect(tmdb().movie('7')).rejects.toThrow(IntegrationError)
    expect((await tmdb().movie('7'))!.title).toBe('Here now')
  })

  test('are deleted after they expire', async () => {
    await tmdb().search('citation')
    await tmdb().movie('1001')
    const keys = async () =>
      (
        await database.db.execute<{ key: string }>(sql`select split_part(key, ':', 3) as key from moviedb_cache`)
      ).rows.map(({ key }) => key)
    later(2)
    expect(await expiredAnswers.forget(database.db, now, 10)).toBe(1)
    expect((await keys()).sort()).toEqual(['genres', 'movie'])
    later(24 * 8)
    expect(await expiredAnswers.forget(database.db, now, 10)).toBe(2)
    expect(await keys()).toEqual([])
  })
})

const repeated = (fault: PeerFault) => [fault, fault, fault]
const busyForLong: PeerFault = { kind: 'status', status: 429, headers: { 'retry-after': '60' } }
const faults: [string, PeerFault, string][] = [
  ['401', peerFaults.unauthorised, 'The movie database rejected our access key'],
  ['403', peerFaults.forbidden, 'The movie database rejected our access key'],
  ['429', peerFaults.busy, 'The movie database is rate-limiting us (429). Try again in a minute.'],
  ['429 with Retry-After', busyForLong, 'The movie database is rate-limiting us (429). Try again in 60 seconds.'],
  ['500', peerFaults.broken, 'The movie database reported an error (500)'],
  ['cut off', peerFaults.cutOff, 'The movie database closed the connection early'],
  ['slow', peerFaults.slow, 'The movie database did not answer within 1 second'],
]
const wrongJson: [string, PeerFault, string][] = [
  ['wrong JSON', peerFaults.wrongJson, 'The movie database sent an answer that is not JSON'],
  [
    'another shape',
    { kind: 'status', status: 200, body: '{"success":false}' },
    'The movie database sent an answer in an unknown format',
  ],
]
const missing: [string, PeerFault, string] = [
  'a page missing',
  peerFaults.missing,
  "The movie database rejected the request (404). Check its address in the server's configuration.",
]

describe.each([
  ['search', (moviedb: MovieDatabase) => moviedb.search('citation'), [...faults, ...wrongJson, missing]],
  ['movie', (moviedb: MovieDatabase) => moviedb.movie('1001'), [...faults, ...wrongJson]],
  ['image', (moviedb: MovieDatabase) => moviedb.image('/poster-1001.jpg', 'poster'), faults],
  ['test', (moviedb: MovieDatabase) => moviedb.test(), [...faults, ...wrongJson, missing]],
] as const)('TMDB fails at a %s', (_, ask, each) => {
  test.each(each)('gives staff the reason for %s and works again afterwards', async (name, fault, message) => {
    outside.next = repeated(fault)
    const error = await ask(tmdb(name === 'slow' ? { timeoutMs: 600 } : {})).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(IntegrationError)
    expect((error as Error).message.slice(0, message.length)).toBe(message)
    expect(JSON.stringify(error) + (error as Error).stack).not.toContain(TMDB_TOKEN)
    outside.next = []
    expect(await ask(tmdb())).toBeTruthy()
  })

  test('hides a temporary error and a short wait', async () => {
    outside.next = [peerFaults.broken, peerFaults.busyForASecond]
    expect(await ask(tmdb())).toBeTruthy()
    expect(outside.requests.length).toBeGreaterThanOrEqual(3)
  })
})

test('fails a search without genre names and keeps nothing', async () => {
  outside.next = [undefined, ...repeated(peerFaults.broken)]
  await expect(tmdb().search('citation')).rejects.toThrow('The movie database reported an error (500)')
  expect((await tmdb().search('citation'))[0]!.genres.length).toBeGreaterThan(0)
})
