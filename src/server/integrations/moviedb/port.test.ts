import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { embeddedMovieDatabase, embeddedPicture } from './embedded.ts'
import { IntegrationError } from '../error.ts'

const moviedb = embeddedMovieDatabase()
const titles = async (query: string) => (await moviedb.search(query)).map(({ title }) => title)

describe('the embedded movie database', () => {
  test('finds by words, whatever their case, accents and punctuation; the best match first', async () => {
    expect((await titles('citation'))[0]).toBe('Citation')
    expect((await titles('THE WÉDDING  party'))[0]).toBe('The Wedding Party')
    expect(await titles('wedding dubai')).toEqual(['The Wedding Party 2: Destination Dubai'])
    expect((await titles("pan's lab"))[0]).toBe("Pan's Labyrinth")
    expect(await titles(`lionheart ${(await moviedb.search('lionheart'))[0]!.releaseDate!.slice(0, 4)}`)).toEqual([
      'Lionheart',
    ])
    expect(await titles('no such film')).toEqual([])
  })

  test('an empty query finds nothing, a broad one at most 20', async () => {
    expect(await titles('')).toEqual([])
    expect(await titles(' !? ')).toEqual([])
    expect((await titles('the')).length).toBe(20)
  })

  test('a movie has all that the form takes', async () => {
    const [found] = await moviedb.search('citation')
    const movie = await moviedb.movie(String(found!.id))
    expect(movie).toMatchObject({
      title: 'Citation',
      releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      poster: `/poster-${movie!.id}.jpg`,
      backdrop: `/backdrop-${movie!.id}.jpg`,
    })
    expect(movie!.runtime).toBeGreaterThan(30)
    expect(movie!.genres.length).toBeGreaterThan(0)
    expect(new URL(movie!.trailer!).searchParams.get('search_query')).toMatch(/^Citation \d{4} official trailer$/)
    expect(movie!.cast.map(({ order }) => order)).toEqual(movie!.cast.map((_, at) => at))
    expect(movie!.cast[0]!.profile).toBe(`/profile-${movie!.id}-0.jpg`)
  })

  test.each(['0', '999999', 'abc', '1001; drop', '../1001'])('there is no movie %s', async (id) => {
    expect(await moviedb.movie(id)).toBeUndefined()
  })

  test('draws posters, backdrops and faces; a person looks the same in every film', async () => {
    const size = async (path: string) => {
      const { width, height, format } = await sharp(await moviedb.image(path, 'poster')).metadata()
      return [width, height, format]
    }
    expect(await size('/poster-1001.jpg')).toEqual([1000, 1500, 'jpeg'])
    expect(await size('/backdrop-1001.jpg')).toEqual([1600, 900, 'jpeg'])
    expect(await size('/profile-1001-0.jpg')).toEqual([600, 900, 'jpeg'])
  })

  test.each([
    '/poster-1.jpg',
    '/poster-1001-2.jpg',
    '/profile-1001.jpg',
    '/profile-1001-99.jpg',
    '/poster-1001.png',
    '/x',
  ])('there is no image %s', async (path) => {
    expect(await moviedb.image(path, 'poster')).toBeUndefined()
    expect(embeddedPicture('small', path.slice(1))).toBeUndefined()
  })

  test('pictures for browsers are webp at the size of their address', async () => {
    expect(moviedb.imageUrl('/poster-1001.jpg', 'poster', 'small')).toBe('/api/moviedb/images/small/poster-1001.jpg')
    const picture = await sharp(await embeddedPicture('small', 'poster-1001.jpg')).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 342 })
    expect(await sharp(await embeddedPicture('large', 'backdrop-1001.jpg')).metadata()).toMatchObject({ width: 1280 })
    expect(embeddedPicture('huge', 'poster-1001.jpg')).toBeUndefined()
    expect(embeddedPicture('constructor', 'poster-1001.jpg')).toBeUndefined()
  })

  test.each([
    ['moviedb timeout', 'The movie database did not answer within 10 seconds'],
    ['MovieDB down', 'The movie database is not answering'],
    ['moviedb busy', 'The movie database has had too many requests. Try again in a minute'],
  ])('searching for "%s" fails with its reason', async (query, reason) => {
    const search = moviedb.search(query)
    await expect(search).rejects.toThrow(IntegrationError)
    await expect(search).rejects.toThrow(reason)
  })
})
