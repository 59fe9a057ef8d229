import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { heroBanners } from '../banner-contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(
    sql`insert into movies (id, name) values ('00012841', 'The Wedding Party'), ('00000077', 'Seven')`,
  )
})
afterAll(() => server.close())

const movie = {
  movie_title: 'The Wedding Party',
  description: 'Two families, one hall.',
  rosetta_movie_id: '00012841',
  movie_id: '00012841',
  youtube_trailer_link: 'https://www.youtube.com/watch?v=1',
  web_image: '/api/files/image-1.jpg',
  mobile_image: '/api/files/image-2.jpg',
  thumbnail: '/api/files/image-3.jpg',
}
const promotion = {
  movie_title: 'Student Thursdays',
  isMovie: false,
  url: 'https://cinema.example/students',
  mobile_image: '/api/files/video-1.mp4',
}
const add = async (body: object = movie) => {
  const answer = await server.call(heroBanners.create, { body })
  expect(answer.problem).not.toHaveProperty('status')
  return answer.body.data
}
const change = (id: number, body: object) => server.call(heroBanners.save, { params: { id }, body })
const list = async (query: object = {}) => (await server.call(heroBanners.list, { query })).body.data
const lastLine = async () => (await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!

describe('adding', () => {
  // Clauses: operations 216, 390, 393
  test('a movie, and a promotion', async () => {
    const answer = await server.call(heroBanners.create, { body: movie })
    expect(answer.body).toEqual({
      message: 'Banner added',
      data: {
        id: expect.any(Number),
        title: 'The Wedding Party',
        description: 'Two families, one hall.',
        isActive: true,
        isMovie: true,
        rosetta_movie_id: '00012841',
        movie_db_info_id: '00012841',
        destination_id: '00012841',
        youtube_trailer: 'https://www.youtube.com/watch?v=1',
        url: '',
        web_image: '/api/files/image-1.jpg',
        mobile_image: '/api/files/image-2.jpg',
        thumbnail: '/api/files/image-3.jpg',
        position: 'banner',
        starts_at: null,
        ends_at: null,
        state: 'live',
        version: 1,
      },
    })
    expect(await lastLine()).toMatchObject({ entity: 'hero banner', summary: 'Added "The Wedding Party"' })
    expect(await add(promotion)).toMatchObject({ isMovie: false, rosetta_movie_id: null, description: '' })
  })

  test('by the number of a movie, or by the one id that is sent', async () => {
    expect(await add({ ...movie, rosetta_movie_id: 12841 })).toMatchObject({ rosetta_movie_id: '00012841' })
    expect(await add({ ...movie, rosetta_movie_id: undefined })).toMatchObject({ rosetta_movie_id: '00012841' })
  })

  // Clauses: operations 69, 331
  test('is for superadmins', async () =>
    expect((await server.call(heroBanners.create, { body: movie, as: 'admin' })).status).toBe(403))

  // Clauses: operations 293-297, 301, 517
  test.each([
    [{ movie_title: '' }, 'movie_title', 'Title cannot be empty.'],
    [{ isMovie: 'film' }, 'isMovie', 'Type cannot be empty.'],
    [{ description: '' }, 'description', 'Description must be between 1 - 500 chars.'],
    [{ description: 'x'.repeat(501) }, 'description', 'Description must be between 1 - 500 chars.'],
    [{ rosetta_movie_id: null, movie_id: null }, 'rosetta_movie_id', 'Movie ID cannot be empty'],
    [{ rosetta_movie_id: '9' }, 'rosetta_movie_id', 'Movie not found'],
    [{ youtube_trailer_link: 'watch' }, 'youtube_trailer_link', 'Trailer URL must be a valid URL.'],
    [{ web_image: '', mobile_image: '', thumbnail: '' }, 'web_image', 'Add an image for either web or mobile'],
    [
      { isMovie: false, web_image: '', mobile_image: '', thumbnail: '' },
      'web_image',
      'Add media for either web or mobile',
    ],
    [{ thumbnail: '' }, 'thumbnail', 'Add a thumbnail image for web'],
    [{ thumbnail: '/api/files/video-1.avi' }, 'thumbnail', 'The thumbnail must be an image'],
    [{ isMovie: false, url: 'ftp://a.example' }, 'url', 'Enter a web address'],
  ])('refuses %j', async (bad, field, message) => {
    const answer = await server.call(heroBanners.create, { body: { ...movie, ...bad } })
    expect(answer.problem).toEqual({ status: 422, message, errors: [{ field, message }] })
  })
})

// Clauses: operations 70, 389, 492
test('the list is newest first, in pages of 10', async () => {
  for (let at = 0; at < 11; at++) await add({ ...promotion, movie_title: `Banner ${at}` })
  const first = await list()
  expect(first.banners.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, at) => `Banner ${10 - at}`))
  expect(first.totalCount).toBeGreaterThan(10)
  expect((await list({ page: 2, perPage: 10 })).banners[0]!.title).toBe('Banner 0')
  expect(await list({ page: 99 })).toEqual({ banners: [], totalCount: first.totalCount })
  expect((await server.call(heroBanners.list, { query: { perPage: 101 } })).status).toBe(422)
})

describe('changing', () => {
  // Clauses: operations 243, 391, 394
  test('by the names that an edit has; the type stays', async () => {
    const before = await add()
    const edit = {
      title: 'Seven',
      description: 'A film of seven.',
      rosetta_movie_id: '00000077',
      destination_id: '00000077',
      movie_db_info_id: '00000077',
      youtube_trailer: 'https://youtu.be/7',
      web_image: '/api/files/video-7.mov',
      mobile_image: '',
      thumbnail: '/api/files/image-7.jpg',
    }
    const answer = await server.call(heroBanners.save, { params: { id: before.id }, body: edit, as: 'admin' })
    expect(answer.body.message).toBe('Banner updated')
    expect(answer.body.data).toEqual({ ...before, ...edit, version: 2 })
    expect(await lastLine()).toMatchObject({ summary: 'Edited "Seven"', before: { title: 'The Wedding Party' } })
    const other = await change(before.id, { isMovie: false })
    expect(other.problem).toMatchObject({ status: 422, message: 'The type cannot be changed' })
    expect((await change(before.id, { rosetta_movie_id: null })).problem.message).toBe('Movie ID cannot be empty')
    expect((await change(before.id, { thumbnail: '' })).problem.message).toBe('Add a thumbnail image for web')
  })

  // Clauses: operations 239
  test('activates and deactivates', async () => {
    const { id } = await add()
    expect((await change(id, { isActive: false })).body.data.isActive).toBe(false)
    expect(await lastLine()).toMatchObject({ summary: 'Deactivated "The Wedding Party"', after: { isActive: false } })
    expect((await change(id, { isActive: true })).body.data.isActive).toBe(true)
  })
})

// Clauses: operations 392
test('deleting can be undone', async () => {
  const before = await add()
  const params = { id: before.id }
  const { totalCount } = await list()
  expect((await server.call(heroBanners.remove, { params })).body.message).toBe('Banner deleted')
  expect((await list()).totalCount).toBe(totalCount - 1)
  expect((await server.call(heroBanners.remove, { params })).status).toBe(404)
  expect((await change(before.id, { title: 'Gone' })).status).toBe(404)
  const restored = await server.call(heroBanners.restore, { params })
  expect(restored.body).toEqual({ message: 'Banner restored', data: { ...before, version: 3 } })
  expect((await server.call(heroBanners.restore, { params })).status).toBe(404)
})

test('a promotion of the body is no banner', async () => {
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into promotions (position, is_movie, title, is_active, created_at)
    values ('body', false, 'In the body', true, now()) returning id`)
  expect((await change(rows[0]!.id, { title: 'Mine' })).status).toBe(404)
  expect((await server.call(heroBanners.remove, { params: rows[0]! })).status).toBe(404)
})
