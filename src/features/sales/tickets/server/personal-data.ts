import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  ticket_log: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id movie_id', [NON_PERSONAL.word]: 'channel refund' } },
  ticket_log_days: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id', [NON_PERSONAL.word]: 'channel' } },
}
