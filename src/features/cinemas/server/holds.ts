import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  states: { nobodys: { [NOBODYS.chain]: 'name' } },
  cinemas: { nobodys: { [NOBODYS.chain]: 'id name' } },
  screens: { nobodys: { [NOBODYS.chain]: 'cinema_id id name' } },
  showtimes: { nobodys: { [NOBODYS.chain]: 'cinema_id id movie_id screen_id was_movie_id was_screen_id' } },
  sync_runs: { nobodys: { [NOBODYS.staff]: 'asked_by', [NOBODYS.word]: 'kind', [NOBODYS.own]: 'reason' } },
  sync_steps: { nobodys: { [NOBODYS.chain]: 'part' } },
}
