import type { App } from '#server/app.ts'
import { storeImage } from '#features/media/server/store.ts'
import type { ExternalMovieData, PictureKind } from '#server/integrations/moviedb/port.ts'
import type { ExternalMovie, ImageUse } from '../contract.ts'

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

/** Copies images into storage, a few at a time and each picture fetched once; one that cannot be had answers null. */
export async function formatImages(app: Pick<App, 'moviedb' | 'storage' | 'log'>, images: readonly Wanted[]) {
  const fetched = new Map<string, Promise<Buffer | undefined>>()
  const fetchOnce = ({ path, use }: Wanted) => {
    const found = fetched.get(path) ?? app.moviedb.image(path, KINDS[use])
    fetched.set(path, found)
    return found
  }
  const copy = async (wanted: Wanted) => {
    const { path, use } = wanted
    try {
      const picture = await fetchOnce(wanted)
      return { path, use, url: picture ? (await storeImage(app.storage, picture, use)).url : null }
    } catch (error) {
      app.log.warn({ err: error, path }, 'an image of the movie database could not be copied')
      return { path, use, url: null }
    }
  }
  return inTurns(images, AT_A_TIME, copy)
}

/** Maps with at most so many at a time; the order stays. */
export async function inTurns<T, R>(list: readonly T[], atATime: number, act: (entry: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await act(list[at]!)
  }
  await Promise.all(Array.from({ length: Math.min(atATime, list.length) }, worker))
  return results
}
