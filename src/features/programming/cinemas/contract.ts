import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'

/** A state of the country with the chain's cinemas in it (core 3). */
export const CinemaState = z.object({
  id: z.int(),
  name: z.string(),
  cinemas: z.array(
    z.object({
      id: z.string(),
      cinema_name: z.string(),
      /** Said of closed ones. */
      is_closed: z.optional(z.boolean()),
    }),
  ),
})
export type CinemaState = z.infer<typeof CinemaState>

/** Ids of cinemas with commas between: what is asked for is theirs alone. Without it, of all that one may see. */
export const CinemaChoice = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[^,]{1,40}(,[^,]{1,40}){0,499}$/, 'cinemas must be IDs separated by commas')),
    z.transform((ids: string) => [...new Set(ids.split(','))]),
  ),
)

/**
 * Core 7: GET /cinema. Screens of most areas begin with a cinema: its name is no secret to anybody who may sign in. Whoever's
 * roles are all for some cinemas chooses among these.
 */
export const cinemas = endpoints('cinemas', {
  list: {
    method: 'GET',
    path: '/cinema',
    permission: 'session',
    summary: 'List states with their cinemas, by name. Closed cinemas are included on request.',
    query: z.object({ with_closed: z.optional(z.enum(['true', 'false'], 'with_closed must be true or false')) }),
    reply: z.array(CinemaState),
  },
})

/** Of figures that a cinema has. */
export const atCinemas = { cinemas: CinemaChoice }
export const ofCinemas = { about: { cinema: 'query.cinemas' } } as const
