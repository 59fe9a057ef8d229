import { counted } from '#contract/counted.ts'
import type * as z from 'zod/mini'
import { isOwnFilmId } from '../rules.ts'
import type { Db } from '#server/db/connect.ts'
import type { Recorder } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { messages } from '#features/programming/movies/rules.ts'
import {
  addFilm,
  type Cast,
  castOf,
  changeMovie,
  displayTitle,
  findMovie,
  type Movie,
  type MovieChange,
  removeFilm,
  renameFilm,
  replaceCast,
} from '#features/programming/movies/server/public.ts'
import { CATEGORIES, GENRE_CATEGORY, TAG_CATEGORY, type Film, type FilmChange, type FilmCreate } from '../contract.ts'
import { showtimesToCome } from './store.ts'

type Writing = { db: Db; record: Recorder; now: Date }
type Fields = Partial<z.infer<typeof FilmCreate>>

const toCast = (cast: readonly Cast[]): Film['casts'] =>
  cast.map(({ id, name, character, image, gender }, order) => ({
    id,
    name,
    character,
    profileImage: image,
    ...(gender && { gender }),
    order,
  }))

/** A movie as a film, with the film_ parts that `$include` names. */
export async function filmOf(db: Db, movie: Movie, include?: string): Promise<Film> {
  const casts = toCast(await castOf(db, movie.id))
  const images = [...new Set([movie.poster, movie.posterSmall, movie.backdrop, movie.backdropSmall])]
    .filter(Boolean)
    .map((url) => ({ url }))
  const wanted = new Set(include?.split(',').map((part) => part.trim()))
  const withCategory = wanted.has('film_categories.category')
  return {
    id: movie.id,
    title: displayTitle(movie),
    overview: movie.overview,
    backdropImage: movie.backdrop,
    backdropImageSmall: movie.backdropSmall,
    posterImage: movie.poster,
    posterImageSmall: movie.posterSmall,
    trailerURL: movie.trailer,
    releaseYear: movie.releaseYear,
    featureLength: movie.runtime,
    censorRating: movie.censorRating,
    isApproved: movie.isApproved,
    upcoming: movie.isComingSoon,
    openingDate: movie.comingSoonDate,
    featured: movie.isFeatured,
    genres: movie.genres,
    tags: movie.tags,
    casts,
    images,
    ...(wanted.has('film_casts') && { film_casts: casts }),
    ...(wanted.has('film_images') && { film_images: images }),
    ...((withCategory || wanted.has('film_categories')) && { film_categories: categoriesOf(movie, withCategory) }),
    ...(wanted.has('film_public_contents') && { film_public_contents: movie.publicContents }),
    ...(wanted.has('film_vod_contents') && { film_vod_contents: movie.vodContents }),
    version: movie.version,
  }
}

const categoriesOf = (movie: Movie, withCategory: boolean) => {
  const of = (categoryId: number) => (field: string) => ({
    categoryId,
    field,
    ...(withCategory && { category: CATEGORIES.find(({ id }) => id === categoryId) }),
  })
  return [...movie.genres.map(of(GENRE_CATEGORY)), ...movie.tags.map(of(TAG_CATEGORY))]
}

/** The named fields as a change of the movie. @throws 422 for an upcoming film without an opening date */
function changeOf(fields: Fields, movie?: Movie): MovieChange {
  const isComingSoon = fields.upcoming ?? movie?.isComingSoon ?? false
  const opening = fields.openingDate === undefined ? (movie?.comingSoonDate ?? null) : fields.openingDate
  if (isComingSoon && !opening) throw invalid({ openingDate: messages.openingDate })
  const change: MovieChange = {
    title: fields.title,
    overview: fields.overview,
    poster: fields.posterImage,
    posterSmall: fields.posterImageSmall,
    backdrop: fields.backdropImage,
    backdropSmall: fields.backdropImageSmall,
    trailer: fields.trailerURL,
    releaseYear: fields.releaseYear,
    runtime: fields.featureLength,
    censorRating: fields.censorRating,
    isApproved: fields.isApproved,
    isFeatured: fields.featured,
    genres: fields.genres && [...new Set(fields.genres)],
    tags: fields.tags && [...new Set(fields.tags)],
    publicContents: fields.film_public_contents,
    vodContents: fields.film_vod_contents,
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...given, isComingSoon, comingSoonDate: isComingSoon ? opening : null }
}

async function writeCasts(db: Db, id: string, casts: Fields['casts']) {
  if (!casts) return
  const inOrder = [...casts].sort((a, b) => a.order - b.order)
  await replaceCast(
    db,
    id,
    inOrder.map(({ name, character, profileImage, gender }) => ({
      name,
      character,
      image: profileImage,
      gender: gender || null,
    })),
  )
}

async function lockedFilm(db: Db, id: string): Promise<Movie> {
  const movie = await findMovie(db, id, { lock: true })
  if (!movie) throw notFound('film')
  return movie
}

/** What was entered, without ids and version, which change by themselves. */
const auditOf = ({ version: _version, casts, images: _images, ...film }: Film) => ({
  ...film,
  casts: casts.map(({ id: _id, ...member }) => member),
})
const EVERY_CONTENT = 'film_public_contents,film_vod_contents'

export async function createFilm({ db, record, now }: Writing, body: z.infer<typeof FilmCreate>): Promise<Film> {
  const change = changeOf(body)
  const id = await addFilm(db, body.title)
  await writeCasts(db, id, body.casts)
  const movie = await changeMovie(db, id, change, now)
  const film = await filmOf(db, movie, EVERY_CONTENT)
  await record({ entity: 'film', id, summary: `Created the film "${film.title}"`, after: auditOf(film) })
  return filmOf(db, movie)
}

/** Changes the named fields. A film of ours is renamed too; one of the point of sale keeps that one's name. */
export async function changeFilm(
  { db, record, now }: Writing,
  id: string,
  { version, ...fields }: z.infer<typeof FilmChange>,
  include: string | undefined,
): Promise<Film> {
  const movie = await lockedFilm(db, id)
  if (version !== undefined && version !== movie.version) throw stale(await filmOf(db, movie, include))
  const before = await filmOf(db, movie, EVERY_CONTENT)
  const change = changeOf(fields, movie)
  if (fields.title && isOwnFilmId(id)) await renameFilm(db, id, fields.title)
  await writeCasts(db, id, fields.casts)
  const changed = await changeMovie(db, id, change, now)
  const after = await filmOf(db, changed, EVERY_CONTENT)
  await record({
    entity: 'film',
    id,
    summary: `Edited the film "${after.title}"`,
    before: auditOf(before),
    after: auditOf(after),
  })
  return filmOf(db, changed, include)
}

/** Takes a film out; its past stays. @throws 409 while it has showtimes to come */
export async function takeOutFilm({ db, record, now }: Writing, id: string): Promise<void> {
  const movie = await lockedFilm(db, id)
  const toCome = await showtimesToCome(db, id, now)
  if (toCome) throw conflict(`This film has ${counted(toCome, 'future showtime')} and cannot be deleted`)
  await removeFilm(db, id, now)
  const title = displayTitle(movie)
  await record({ entity: 'film', id, summary: `Deleted the film "${title}"`, before: { title } })
}
