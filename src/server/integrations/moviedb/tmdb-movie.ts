import { CENSOR_RATINGS } from '#contract/films.ts'
import { isDay } from '#contract/time.ts'
import type { ExternalMovieData } from './port.ts'
import type { FoundMovie, MovieAnswer } from './tmdb-shapes.ts'

const CAST_LIMIT = 20
const LONGEST_MINUTES = 6000
/** Release types (developer.themoviedb.org/reference/movie-release-dates). */
const THEATRICAL = 3

export const present = <T>(list: readonly (T | null)[]): T[] => list.filter((entry) => entry !== null)
const dayOrNull = (text: string) => (isDay(text) ? text : null)

/** Converts a search result, which has no cast, runtime, trailer or certification. */
export const foundMovie = (found: FoundMovie, genreNames: ReadonlyMap<number, string>): ExternalMovieData => ({
  id: found.id,
  title: found.title,
  overview: found.overview,
  genres: present(found.genre_ids).flatMap((id) => genreNames.get(id) ?? []),
  poster: found.poster_path,
  backdrop: found.backdrop_path,
  releaseDate: dayOrNull(found.release_date),
  runtime: null,
  trailer: null,
  certification: null,
  cast: [],
})

/** Converts a movie with all its fields. The certification is from the first region with one. */
export const movieOf = (movie: MovieAnswer, regions: readonly string[]): ExternalMovieData => ({
  id: movie.id,
  title: movie.title,
  overview: movie.overview,
  genres: present(movie.genres).map(({ name }) => name),
  poster: movie.poster_path ?? firstImage(movie.images.posters),
  backdrop: movie.backdrop_path ?? firstImage(movie.images.backdrops),
  releaseDate: dayOrNull(movie.release_date),
  // 0 means an unknown runtime.
  runtime: movie.runtime && movie.runtime > 0 && movie.runtime <= LONGEST_MINUTES ? Math.round(movie.runtime) : null,
  trailer: trailerOf(movie),
  certification: certificationOf(movie, regions),
  cast: castOf(movie),
})

const firstImage = (images: MovieAnswer['images']['posters']) =>
  present(images).find(({ file_path: path }) => path)?.file_path ?? null

/** Chooses the trailer, an official one first. The key is checked because it becomes part of an address. */
function trailerOf({ videos }: MovieAnswer): string | null {
  const trailers = present(videos.results).filter(
    ({ site, type, key }) => site === 'YouTube' && type === 'Trailer' && /^[\w-]{5,20}$/.test(key),
  )
  const chosen = trailers.find(({ official }) => official) ?? trailers[0]
  return chosen ? `https://www.youtube.com/watch?v=${chosen.key}` : null
}

function certificationOf({ release_dates: { results } }: MovieAnswer, regions: readonly string[]): string | null {
  const releases = present(results)
  for (const region of regions) {
    const rated = releases
      .filter(({ iso_3166_1: country }) => country === region)
      .flatMap((release) => present(release.release_dates))
      .filter(({ certification }) => certification.trim())
    const chosen = rated.find(({ type }) => type === THEATRICAL) ?? rated[0]
    if (chosen) return ratingOf(chosen.certification.trim())
  }
  return null
}

/** Converts a certification to our spelling if it is one of ours. */
const ratingOf = (certification: string) =>
  CENSOR_RATINGS.find((rating) => rating === certification.toUpperCase()) ?? certification

const castOf = ({ credits }: MovieAnswer): ExternalMovieData['cast'] =>
  present(credits.cast)
    .sort((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity))
    .slice(0, CAST_LIMIT)
    .map(({ id, name, character, profile_path: profile }, order) => ({ id, name, character, order, profile }))
