import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  events: { nonPersonal: { [NON_PERSONAL.chain]: 'name description category image cinema_id' } },
  event_movies: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id showtime_id movie_id ticket_id ticket_name' } },
  event_concessions: { nonPersonal: { [NON_PERSONAL.chain]: 'rosetta_id' } },
}
