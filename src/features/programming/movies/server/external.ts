import type { App } from '#server/app.ts'
import { storeImage } from '#features/programming/media/server/public.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { ExternalMovieData, PictureKind } from '#server/integrations/moviedb/port.ts'
import type { ExternalMovie, ImageUse } from '../contract.ts'
import type { ImportField } from '../rules.ts'
import type { CastEntry, Movie, IMPORT_COLUMNS } from './store.ts'

/** The external movie database, as the movie form uses it. */

export const toExternal = (moviedb: App['moviedb'], found: ExternalMovieData): ExternalMovie => ({
  id: found.id,
  title: found.title,
  overview: found.overview,
  genres: found.genres,
  backdrop_path: found.backdrop,
  poster_path: found.poster,
  thumbnail: found.poster && moviedb.imageUrl(found.poster, 'poster', 'small'),
  backdrop_thumbnail: found.backdrop && moviedb.imageUrl(found.backdrop, 'backdrop', 'small'),
  release_date: found.releaseDate,
  runtime: found.runtime,
  trailer: found.trailer,
  certification: found.certification,
  'cast-data': {
    cast: found.cast.map(({ id, profile, name, order, character }) => ({
      id,
      profile_path: profile,
      name,
      order,
      character,
    })),
  },
})

/** The parts that `$include` adds: pictures and cast with addresses that a browser can fetch. */
export function included(moviedb: App['moviedb'], found: ExternalMovieData, include: string | undefined) {
  const wanted = new Set(include?.split(',').map((part) => part.trim()))
  const picture = (path: string | null, type: 'poster' | 'backdrop') =>
    path ? [{ url: moviedb.imageUrl(path, type, 'large'), type }] : []
  return {
    ...(wanted.has('images') && {
      images: [...picture(found.poster, 'poster'), ...picture(found.backdrop, 'backdrop')],
    }),
    ...(wanted.has('casts') && {
      casts: found.cast.map(({ name, character, order, profile }) => ({
        name,
        character,
        profileImage: profile && moviedb.imageUrl(profile, 'profile', 'small'),
        order,
      })),
    }),
  }
}

const AT_A_TIME = 4

const KINDS: Record<ImageUse, PictureKind> = {
  poster: 'poster',
  'small-poster': 'poster',
  background: 'backdrop',
  'small-background': 'backdrop',
  cast: 'profile',
}

type Wanted = { path: string; use: ImageUse }
type Copied = Wanted & { url: string | null }
type Parts = Pick<App, 'moviedb' | 'storage' | 'log'>

/** Copies images into storage, a few at a time and each picture fetched once; one that cannot be had answers null. */
export const formatImages = (app: Parts, images: readonly Wanted[]): Promise<Copied[]> =>
  copyImages(app, images, (err, path) =>
    app.log.warn({ err, path }, 'an image of the movie database could not be copied'),
  )

/** One of which `failed` does not throw the error on answers null. */
async function copyImages(app: Parts, images: readonly Wanted[], failed: (error: unknown, path: string) => void) {
  const fetched = new Map<string, Promise<Buffer | undefined>>()
  const fetchOnce = ({ path, use }: Wanted) => {
    const found = fetched.get(path) ?? app.moviedb.image(path, KINDS[use])
    fetched.set(path, found)
    return found
  }
  const copy = async (wanted: Wanted): Promise<Copied> => {
    try {
      const picture = await fetchOnce(wanted)
      return { ...wanted, url: picture ? (await storeImage(app.storage, picture, wanted.use)).url : null }
    } catch (error) {
      failed(error, wanted.path)
      return { ...wanted, url: null }
    }
  }
  return mapConcurrently(images, AT_A_TIME, copy)
}

/** What a movie of the database says of each field that can be taken, as the fields are kept. */
export type ImportedValues = Partial<
  { [F in keyof typeof IMPORT_COLUMNS]: Movie[(typeof IMPORT_COLUMNS)[F]] } & { cast: Omit<CastEntry, 'gender'>[] }
>

const IMAGES = {
  big_poster: ['poster', 'poster'],
  small_poster: ['poster', 'small-poster'],
  big_background: ['backdrop', 'background'],
  small_background: ['backdrop', 'small-background'],
} as const satisfies Partial<Record<ImportField, [keyof ExternalMovieData, ImageUse]>>
const IMAGE_FIELDS = Object.keys(IMAGES) as (keyof typeof IMAGES)[]

/**
 * Those of the fields that the movie has something for, images as copies in the chain's storage.
 * @throws IntegrationError while the movie database or the storage fails
 */
export async function importedValues(
  app: Parts,
  found: ExternalMovieData,
  fields: readonly ImportField[],
): Promise<ImportedValues> {
  const pictures = IMAGE_FIELDS.filter((field) => fields.includes(field)).flatMap((field) => {
    const [kind, use] = IMAGES[field]
    return found[kind] ? [{ path: found[kind], use, field }] : []
  })
  const cast = fields.includes('cast') ? found.cast : []
  const faces = cast.flatMap(({ profile }) => (profile ? [{ path: profile, use: 'cast' as const }] : []))
  const copies = await copyImages(app, [...pictures, ...faces], (error) => {
    if (error instanceof IntegrationError) throw error
  })
  const urlOf = (path: string | null, use: ImageUse) =>
    copies.find((copy) => copy.path === path && copy.use === use)?.url || undefined

  const values: ImportedValues = {
    movie_title: found.title || undefined,
    description: found.overview || undefined,
    genre: found.genres.length ? found.genres : undefined,
    ...Object.fromEntries(pictures.map(({ field, path, use }) => [field, urlOf(path, use)])),
    release_year: Number(found.releaseDate?.slice(0, 4)) || undefined,
    movie_run_time: found.runtime ?? undefined,
    youtube_trailer_link: found.trailer ?? undefined,
    cast: cast.length
      ? cast.map(({ name, character, profile }) => ({ name, character, image: urlOf(profile, 'cast') ?? '' }))
      : undefined,
  }
  const had = fields.filter((field) => values[field] !== undefined)
  return Object.fromEntries(had.map((field) => [field, values[field]]))
}

/** Maps with at most so many at a time; the order stays. */
export async function mapConcurrently<T, R>(
  list: readonly T[],
  atATime: number,
  work: (entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await work(list[at]!)
  }
  await Promise.all(Array.from({ length: Math.min(atATime, list.length) }, worker))
  return results
}
