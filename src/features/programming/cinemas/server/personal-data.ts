import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  states: { nonPersonal: { [NON_PERSONAL.chain]: 'name' } },
  cinemas: { nonPersonal: { [NON_PERSONAL.chain]: 'id name' } },
  screens: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id id name' } },
  showtimes: {
    nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id id movie_id screen_id previous_movie_id previous_screen_id' },
  },
  sync_runs: {
    nonPersonal: { [NON_PERSONAL.staff]: 'requested_by', [NON_PERSONAL.word]: 'kind', [NON_PERSONAL.own]: 'reason' },
  },
  sync_steps: { nonPersonal: { [NON_PERSONAL.chain]: 'part' } },
}
