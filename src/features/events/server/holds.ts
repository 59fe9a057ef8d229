import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  events: { nobodys: { [NOBODYS.chain]: 'name description category image cinema_id' } },
  event_movies: { nobodys: { [NOBODYS.chain]: 'cinema_id showtime_id movie_id ticket_id ticket_name' } },
  event_concessions: { nobodys: { [NOBODYS.chain]: 'rosetta_id' } },
}
