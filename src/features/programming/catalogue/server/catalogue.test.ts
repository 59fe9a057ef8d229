import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos } from '#server/test/pos.ts'
import { catalogue } from '../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const pos = scriptedPos()
  pos.has = {
    cinemas: [posCinema('0004', 'Lekki', 'Lagos')],
    films: [posFilm('00012841', 'CITATION'), posFilm('00012878', 'Lionheart')],
    sessions: [posSession('1', '0004', '00012841', '2026-11-21T12:00:00Z')],
  }
  await syncSchedule({ ...server.app, pos })
})
afterAll(() => server.close())

const create = (body: Record<string, unknown>) => server.call(catalogue.create, { body })
const fetch = (id: string, $include?: string) => server.call(catalogue.fetch, { params: { id }, query: { $include } })
const change = (id: string, body: Record<string, unknown>) => server.call(catalogue.change, { params: { id }, body })
const remove = (id: string) => server.call(catalogue.remove, { params: { id } })
const lastLine = async () =>
  (
    await server.db
      .select()
      .from(auditLog)
      .orderBy(sql`id desc`)
      .limit(1)
  )[0]!
const EVERYTHING = 'film_casts,film_images,film_categories.category,film_public_contents,film_vod_contents'

describe('films', () => {
  // Clauses: core 83, 178
  test('one of ours has an id of ours, defaults for what is left out, and is a movie too', async () => {
    const answer = await create({ title: ' Short Films Night ' })
    expect(answer.status).toBe(201)
    const film = answer.body.data
    expect(film).toEqual({
      id: expect.stringMatching(/^F\d{7}$/),
      title: 'Short Films Night',
      overview: '',
      backdropImage: '',
      backdropImageSmall: '',
      posterImage: '',
      posterImageSmall: '',
      trailerURL: '',
      releaseYear: null,
      featureLength: null,
      censorRating: 'TBC',
      isApproved: false,
      upcoming: false,
      openingDate: null,
      featured: false,
      genres: [],
      tags: [],
      casts: [],
      images: [],
      version: film.version,
    })
    expect(await lastLine()).toMatchObject({
      action: 'catalogue.create',
      entityId: film.id,
      summary: 'Created the film "Short Films Night"',
    })
    const movie = (await server.call(movies.fetch, { params: { id: film.id } })).body.data
    expect(movie).toMatchObject({
      movie_name: 'Short Films Night',
      movie_details_from_db: { movie_title: 'Short Films Night' },
    })
  })

  // Clauses: core 84, 88, 126, 179
  test('keeps all that is given; $include adds the film_ parts; an empty gender is left away', async () => {
    const { id } = (
      await create({
        title: 'Ayinla',
        posterImage: '/p.jpg',
        posterImageSmall: '/p.jpg',
        backdropImage: '/b.jpg',
        genres: ['Music', 'Drama', 'Music'],
        tags: ['Abeokuta'],
        upcoming: true,
        openingDate: '2026-12-24',
        casts: [
          { name: 'Second', character: 'B', profileImage: '', gender: '', order: 5 },
          { name: 'First', character: 'A', profileImage: '/f.jpg', gender: 'female', order: 2 },
        ],
        film_public_contents: [{ type: 'trailer', url: 'https://v.example/1' }],
        film_vod_contents: [],
      })
    ).body.data
    const casts = [
      { id: expect.any(Number), name: 'First', character: 'A', profileImage: '/f.jpg', gender: 'female', order: 0 },
      { id: expect.any(Number), name: 'Second', character: 'B', profileImage: '', order: 1 },
    ]
    const plain = (await fetch(id)).body.data
    expect(plain).toMatchObject({ casts, images: [{ url: '/p.jpg' }, { url: '/b.jpg' }], openingDate: '2026-12-24' })
    expect(plain).not.toHaveProperty('film_casts')
    const full = (await fetch(id, EVERYTHING)).body.data
    expect(full).toMatchObject({
      film_casts: casts,
      film_images: [{ url: '/p.jpg' }, { url: '/b.jpg' }],
      film_categories: [
        { categoryId: 8, field: 'Music', category: { id: 8, name: 'Genre' } },
        { categoryId: 8, field: 'Drama', category: { id: 8, name: 'Genre' } },
        { categoryId: 9, field: 'Abeokuta', category: { id: 9, name: 'Tag' } },
      ],
      film_public_contents: [{ type: 'trailer', url: 'https://v.example/1' }],
      film_vod_contents: [],
    })
    expect((await fetch(id, 'film_categories')).body.data.film_categories![0]).toEqual({
      categoryId: 8,
      field: 'Music',
    })
  })

  // Clauses: core 180
  test('a change keeps what it does not name; a film of the point of sale keeps its name there', async () => {
    const first = (await change('00012841', { title: 'Citation', genres: ['Drama'], censorRating: '15' })).body.data
    const second = await change('00012841', { overview: 'A student speaks up.', version: first.version })
    expect(second.body.data).toMatchObject({
      title: 'Citation',
      genres: ['Drama'],
      censorRating: '15',
      overview: 'A student speaks up.',
    })
    const movie = (await server.call(movies.fetch, { params: { id: '00012841' } })).body.data
    expect(movie).toMatchObject({
      movie_name: 'CITATION',
      movie_details_from_db: { movie_title: 'Citation', censorship_rating: '15' },
    })
    const line = await lastLine()
    expect(line).toMatchObject({
      summary: 'Edited the film "Citation"',
      before: { overview: '' },
      after: { overview: 'A student speaks up.' },
    })
    expect(line.after).not.toHaveProperty('title')
    const own = (await create({ title: 'Draft' })).body.data
    await change(own.id, { title: 'Final' })
    expect((await server.call(movies.fetch, { params: { id: own.id } })).body.data.movie_name).toBe('Final')
  })

  test('no longer upcoming forgets the opening date; upcoming needs one', async () => {
    const { id } = (await create({ title: 'Soon', upcoming: true, openingDate: '2026-12-01' })).body.data
    expect((await change(id, { featured: true })).body.data).toMatchObject({
      upcoming: true,
      openingDate: '2026-12-01',
    })
    expect((await change(id, { upcoming: false })).body.data.openingDate).toBeNull()
    const answer = await change(id, { upcoming: true })
    expect(answer.problem.errors).toEqual([{ field: 'openingDate', message: 'Opening date is empty' }])
  })

  test.each([
    [{ title: '' }, 'title', 'Title is empty'],
    [{ releaseYear: 0 }, 'releaseYear', 'Release year cannot be 0'],
    [{ featureLength: -1 }, 'featureLength', 'Runtime is a whole number of minutes'],
    [{ openingDate: 'soon' }, 'openingDate', 'Enter a date as YYYY-MM-DD'],
    [{ upcoming: true }, 'openingDate', 'Opening date is empty'],
    [{ genres: [''] }, 'genres.0', 'Field is empty'],
  ])('refuses %j', async (fields, field, message) => {
    for (const answer of [await create({ title: 'A', ...fields }), await change('00012878', fields)]) {
      expect(answer.status).toBe(422)
      expect(answer.problem.errors).toEqual([{ field, message }])
    }
  })

  // Clauses: core 181
  test('a film with showtimes to come cannot be removed; another is gone for good, from both faces', async () => {
    const refused = await remove('00012841')
    expect(refused.status).toBe(409)
    expect(refused.problem.message).toBe('This film has 1 future showtime and cannot be deleted')
    const answer = await remove('00012878')
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Deleted successfully')
    expect((await lastLine()).summary).toBe('Deleted the film "Lionheart"')
    expect((await fetch('00012878')).status).toBe(404)
    expect((await server.call(movies.fetch, { params: { id: '00012878' } })).status).toBe(404)
    expect((await remove('00012878')).status).toBe(404)
    server.clock.set('2026-11-21T12:00:01Z')
    expect((await remove('00012841')).status).toBe(200)
  })

  // Clauses: core 179
  test('an unknown film: 404', async () => {
    for (const answer of [await fetch('none'), await change('none', { title: 'A' }), await remove('none')]) {
      expect(answer.status).toBe(404)
      expect(answer.problem.message).toBe('Film not found')
    }
  })
})

describe('the lists that describe films', () => {
  // Clauses: core 177
  test('people of the casts: each name once as it was last entered, by name, searched and paged', async () => {
    const member = (name: string, profileImage: string) => ({ name, character: '', profileImage, order: 0 })
    await create({ title: 'One', casts: [member('Genevieve Nnaji', '/old.jpg'), member('adesua etomi', '')] })
    await create({ title: 'Two', casts: [member('Genevieve Nnaji', '/new.jpg')] })
    const found = async (query: object) => (await server.call(catalogue.filmCasts, { query })).body.data
    expect(await found({ $q: 'nnaji', $searchFields: 'name' })).toEqual([
      { id: expect.any(Number), name: 'Genevieve Nnaji', profileImage: '/new.jpg' },
    ])
    const all = (await found({})).map(({ name }) => name)
    expect(all).toEqual(['adesua etomi', 'First', 'Genevieve Nnaji', 'Second'])
    expect((await found({ page: 2, perPage: 3 })).map(({ name }) => name)).toEqual(['Second'])
    const refused = await server.call(catalogue.filmCasts, { query: { $searchFields: 'password' as never } })
    expect(refused.problem.errors).toEqual([{ field: '$searchFields', message: '$searchFields must be name' }])
  })

  // Clauses: core 88, 100, 182, 208, 213
  test('genres, ratings and categories have ids that stay', async () => {
    const genres = (await server.call(catalogue.genres)).body.data
    expect(genres.map(({ name }) => name)).toEqual(
      (
        'Action, Adventure, Animation, Comedy, Crime, Documentary, Drama, Family, Fantasy, History, Horror, Music, ' +
        'Mystery, Romance, Science Fiction, TV Movie, Thriller, War, Western'
      ).split(', '),
    )
    expect(genres[6]).toEqual({ id: 7, name: 'Drama' })
    expect((await server.call(catalogue.censorRatings)).body.data.map(({ name }) => name)).toEqual([
      '12',
      '12A',
      '15',
      '18',
      'G',
      'PG',
      'RE',
      'TBC',
    ])
    expect((await server.call(catalogue.filmCategories)).body.data).toEqual([
      { id: 8, name: 'Genre' },
      { id: 9, name: 'Tag' },
    ])
  })
})
