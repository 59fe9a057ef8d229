import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { artwork, type ArtworkKind } from '#demo/artwork/artwork.ts'
import { filmById, films } from './films.ts'

const genres = [
  'Action',
  'Adventure',
  'Animation',
  'Comedy',
  'Crime',
  'Documentary',
  'Drama',
  'Family',
  'Fantasy',
  'History',
  'Horror',
  'Music',
  'Mystery',
  'Romance',
  'Science Fiction',
  'TV Movie',
  'Thriller',
  'War',
  'Western',
]
const certifications = ['12', '12A', '15', '18', 'G', 'PG', 'RE', 'TBC']
const kinds: [ArtworkKind, number, number][] = [
  ['poster', 1000, 1500],
  ['backdrop', 1600, 900],
  ['profile', 600, 900],
]

describe('the catalogue of films', () => {
  test('is large, and at least a third of it Nigerian', () => {
    expect(films.length).toBeGreaterThanOrEqual(60)
    expect(films.filter(({ country }) => country === 'NG').length).toBeGreaterThanOrEqual(films.length / 3)
  })

  test('names every film once', () => {
    expect(new Set(films.map(({ id }) => id)).size).toBe(films.length)
    expect(new Set(films.map((film) => `${film.title} ${film.releaseDate.slice(0, 4)}`)).size).toBe(films.length)
    expect(Math.min(...films.map(({ id }) => id))).toBe(1001)
  })

  test('finds a film by its number', () => {
    for (const film of films) expect(filmById(film.id)).toBe(film)
    expect(filmById(1)).toBeUndefined()
  })

  test.each(films.map((film) => [film.title, film] as const))('%s is complete', (_title, film) => {
    expect(film.title.trim()).toBe(film.title)
    expect(film.title).not.toBe('')
    expect(film.releaseDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(new Date(`${film.releaseDate}T00:00:00Z`).toISOString().slice(0, 10)).toBe(film.releaseDate)
    expect(Number(film.releaseDate.slice(0, 4))).toBeGreaterThanOrEqual(1925)
    expect(Number.isInteger(film.runtime)).toBe(true)
    expect(film.runtime).toBeGreaterThanOrEqual(40)
    expect(film.runtime).toBeLessThanOrEqual(260)
    expect(film.genres.length).toBeGreaterThan(0)
    for (const genre of film.genres) expect(genres).toContain(genre)
    expect(new Set(film.genres).size).toBe(film.genres.length)
    expect(certifications).toContain(film.certification)
    expect(film.country).toMatch(/^[A-Z]{2}$/)
    expect(film.language).toMatch(/^[a-z]{2}$/)
    expect(film.overview.length).toBeGreaterThanOrEqual(120)
    expect(film.overview.length).toBeLessThanOrEqual(420)
    expect(film.cast.length).toBeGreaterThanOrEqual(8)
    expect(new Set(film.cast.map(({ name }) => name)).size).toBe(film.cast.length)
    for (const { name, character, gender } of film.cast) {
      expect(name.trim()).not.toBe('')
      expect(character.trim()).not.toBe('')
      expect(['female', 'male']).toContain(gender)
    }
  })

  test('gives one person one gender', () => {
    const known = new Map<string, string>()
    for (const { name, gender } of films.flatMap(({ cast }) => cast)) {
      expect([name, known.get(name) ?? gender]).toEqual([name, gender])
      known.set(name, gender)
    }
  })
})

describe('the artwork', () => {
  test.each(kinds)('draws the same %s for the same seed and another for another', (kind) => {
    expect(artwork(kind, 'a', ['Drama'])).toBe(artwork(kind, 'a', ['Drama']))
    expect(artwork(kind, 'a', ['Drama'])).not.toBe(artwork(kind, 'b', ['Drama']))
  })

  test('gives every film its own poster and backdrop', () => {
    for (const kind of ['poster', 'backdrop'] as const)
      expect(new Set(films.map((film) => artwork(kind, String(film.id), film.genres))).size).toBe(films.length)
  })

  test('uses neither words nor anything from outside', () => {
    for (const genre of [...genres, 'Unheard of'])
      for (const [kind] of kinds) {
        const drawn = artwork(kind, `${genre} "&<'`, [genre])
        expect(drawn).not.toContain('<text')
        expect(drawn).not.toContain('href')
        expect(drawn).not.toMatch(/font|NaN|undefined|Infinity/)
      }
  })

  test.each(kinds)('renders a %s of %i by %i', async (kind, width, height) => {
    const { info } = await sharp(Buffer.from(artwork(kind, 'one', ['Crime'])))
      .png()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([width, height])
  })

  test('renders a poster for every genre', async () => {
    for (const genre of genres) {
      const { entropy } = await sharp(Buffer.from(artwork('poster', genre, [genre])), { density: 18 }).stats()
      expect(entropy, genre).toBeGreaterThan(1)
    }
  })
})
