import type { Env } from '../../env.ts'
import { loadSharp } from '../../sharp.ts'
import { IntegrationError } from '../error.ts'
import type { CatalogueFilm } from './film.ts'
import { exactness, termsOf } from './titles.ts'
import { ATTRIBUTIONS, type ExternalMovieData, type MovieDatabase, type PictureKind } from './port.ts'

const MAX_RESULTS = 20

/** Searches that fail like a real movie database. */
const sentinels: Record<string, string> = {
  'moviedb timeout': 'The movie database did not answer within 10 seconds',
  'moviedb down': 'The movie database is not answering',
  'moviedb busy': 'The movie database is rate-limiting us (429). Try again in a minute.',
}

/** Films of the catalogue, and a function that draws their pictures as SVG, the same for the same seed. */
export type Catalogue = {
  films: readonly CatalogueFilm[]
  filmById: (id: number) => CatalogueFilm | undefined
  draw: (kind: PictureKind, seed: string, genres?: readonly string[]) => string
}

/**
 * Movie database without a connection, with drawn pictures.
 * Test triggers (`env.hasSentinels`): a search for "moviedb timeout", "moviedb down" or "moviedb busy" fails with this
 * error.
 */
export function embeddedMovieDatabase(
  { hasSentinels }: Pick<Env, 'hasSentinels'>,
  catalogue: Catalogue,
): MovieDatabase {
  const matches = searchIn(catalogue.films)
  return {
    kind: 'embedded',
    attribution: ATTRIBUTIONS.embedded,
    search: async (query) => {
      const terms = termsOf(query)
      const failure = hasSentinels && sentinels[terms.join(' ')]
      if (failure) throw new IntegrationError(failure, { isPassing: true })
      return matches(terms).slice(0, MAX_RESULTS).map(external)
    },
    movie: async (id) => {
      const film = /^\d+$/.test(id) ? catalogue.filmById(Number(id)) : undefined
      return film && external(film)
    },
    image: async (path) => {
      const svg = drawing(catalogue, path)
      if (svg === undefined) return
      const sharp = await loadSharp()
      return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
    },
    imageUrl: (path, _kind, size) => `/api/moviedb/images/${size}/${path.replace(/^\//, '')}`,
    picture: picturesOf(catalogue),
    test: async () => `Found a catalogue of ${catalogue.films.length} films`,
  }
}

/**
 * Finds films by words: each word begins a word of the title or is the year. Order: exact titles (also with the year),
 * then titles that begin with the query, then by the share of complete words.
 */
function searchIn(films: readonly CatalogueFilm[]): (query: readonly string[]) => CatalogueFilm[] {
  const index = films.map((film) => ({ film, terms: termsOf(film.title), year: film.releaseDate.slice(0, 4) }))
  return (query) => {
    if (!query.length) return []
    const found = index.flatMap(({ film, terms, year }) => {
      if (!query.every((word) => word === year || terms.some((own) => own.startsWith(word)))) return []
      const exact = exactness(query.join(' '), film.title, year)
      const beginsAlike = terms.join(' ').startsWith(query.join(' '))
      const exactShare = query.filter((word) => terms.includes(word)).length / query.length
      return [{ film, score: exact * 4 + (beginsAlike ? 2 : 0) + exactShare }]
    })
    return found
      .sort(
        (a, b) => b.score - a.score || b.film.releaseDate.localeCompare(a.film.releaseDate) || a.film.id - b.film.id,
      )
      .map(({ film }) => film)
  }
}

const external = (film: CatalogueFilm): ExternalMovieData => ({
  id: film.id,
  title: film.title,
  overview: film.overview,
  genres: [...film.genres],
  poster: `/poster-${film.id}.jpg`,
  backdrop: `/backdrop-${film.id}.jpg`,
  releaseDate: film.releaseDate,
  runtime: film.runtime,
  trailer: `https://www.youtube.com/results?search_query=${encodeURIComponent(`${film.title} ${film.releaseDate.slice(0, 4)} official trailer`)}`,
  certification: film.certification,
  cast: film.cast.map((member, at) => ({
    id: film.id * 100 + at,
    name: member.name,
    character: member.character,
    order: at,
    profile: `/profile-${film.id}-${at}.jpg`,
  })),
})

/** Draws the picture of a path as SVG; a person looks the same in every film. */
function drawing({ filmById, draw }: Catalogue, path: string): string | undefined {
  const [, kind, id, member] = /^\/?(poster|backdrop|profile)-(\d{1,9})(?:-(\d{1,3}))?\.jpg$/.exec(path) ?? []
  const film = id ? filmById(Number(id)) : undefined
  if (!film || (kind === 'profile') !== (member !== undefined)) return
  if (kind !== 'profile') return draw(kind as PictureKind, String(film.id), film.genres)
  const person = film.cast[Number(member)]
  return person && draw('profile', `${person.name}:${person.gender}`)
}

/** Widths of the pictures for browsers, in pixels. */
const widths: Record<string, number> = { small: 342, large: 1280 }
const SVG_DENSITY = 72
const MOST_STORED = 300

/**
 * Returns pictures as WebP at the sizes of `imageUrl`, with a cache of a few hundred; undefined for an unknown size or
 * file.
 */
function picturesOf(catalogue: Catalogue): MovieDatabase['picture'] {
  const stored = new Map<string, Promise<Buffer>>()
  return async (size, file) => {
    const width = Object.hasOwn(widths, size) ? widths[size] : undefined
    const svg = width && drawing(catalogue, file)
    if (!svg) return
    const key = `${size}/${file}`
    const found = stored.get(key) ?? rendered(svg, width)
    stored.delete(key)
    stored.set(key, found)
    if (stored.size > MOST_STORED) stored.delete(stored.keys().next().value!)
    return found
  }
}

const rendered = async (svg: string, width: number): Promise<Buffer> => {
  const sharp = await loadSharp()
  const drawnWidth = Number(/width="(\d+)"/.exec(svg)![1])
  const density = (SVG_DENSITY * Math.min(width, drawnWidth)) / drawnWidth
  return sharp(Buffer.from(svg), { density }).webp({ quality: 80, effort: 2 }).toBuffer()
}
