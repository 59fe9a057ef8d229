import * as z from 'zod/mini'
import { field, plain } from '../records.ts'

/**
 * Fields used of TMDB's answers (API version 3, developer.themoviedb.org/reference). Only essential fields are
 * required; others are empty when missing, null or malformed.
 */

const LONGEST_OVERVIEW = 10_000
const MOST_ID = 2 ** 31 - 1

/** Replaces a value of another shape by the second argument. */
const orElse = z.catch

const textIn = (value: unknown) => (typeof value === 'string' ? plain(value) || undefined : undefined)
/** Required text. */
const name = field(textIn)
/** Overview, possibly long. */
const textOrEmpty = orElse(
  field((value) => (typeof value === 'string' ? plain(value, LONGEST_OVERVIEW) : undefined)),
  '',
)
const count = orElse(z.nullable(z.number()), null)
const listOf = <T extends z.ZodMiniType>(entry: T) => orElse(z.array(orElse(z.nullable(entry), null)), [])

/** Checks the name of an image, `/name.jpg`, which cannot lead to another host. Only logos are SVG. */
export const isImagePath = (path: string) => /^\/[\w-]{1,100}\.(jpg|jpeg|png|webp)$/.test(path)
const imagePath = orElse(z.nullable(z.string().check(z.refine(isImagePath))), null)

const basics = {
  id: z.int().check(z.gte(1), z.lte(MOST_ID)),
  title: name,
  overview: textOrEmpty,
  poster_path: imagePath,
  backdrop_path: imagePath,
  release_date: textOrEmpty,
}

const FoundMovie = z.object({ ...basics, genre_ids: listOf(z.number()) })
export type FoundMovie = z.infer<typeof FoundMovie>
export const SearchAnswer = z.object({
  results: z.array(orElse(z.nullable(FoundMovie), null)),
})

export const GenresAnswer = z.object({
  genres: z.array(orElse(z.nullable(z.object({ id: z.number(), name })), null)),
})

const images = listOf(z.object({ file_path: imagePath }))

export const MovieAnswer = z.object({
  ...basics,
  runtime: count,
  genres: listOf(z.object({ name })),
  credits: orElse(
    z.object({
      cast: listOf(z.object({ id: z.int(), name, character: textOrEmpty, order: count, profile_path: imagePath })),
    }),
    { cast: [] },
  ),
  videos: orElse(
    z.object({
      results: listOf(
        z.object({ site: textOrEmpty, type: textOrEmpty, key: textOrEmpty, official: orElse(z.boolean(), false) }),
      ),
    }),
    { results: [] },
  ),
  images: orElse(z.object({ posters: images, backdrops: images }), { posters: [], backdrops: [] }),
  release_dates: orElse(
    z.object({
      results: listOf(
        z.object({
          iso_3166_1: z.string(),
          release_dates: listOf(z.object({ certification: textOrEmpty, type: count })),
        }),
      ),
    }),
    { results: [] },
  ),
})
export type MovieAnswer = z.infer<typeof MovieAnswer>

export const ConfigurationAnswer = z.object({ images: z.object({ secure_base_url: z.string() }) })
