import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  day_closes: {
    redact: 'note reason',
    nonPersonal: { [NON_PERSONAL.staff]: 'closed_by reopened_by', [NON_PERSONAL.own]: 'figures' },
  },
  till_counts: {
    nonPersonal: {
      [NON_PERSONAL.chain]: 'cinema_id',
      [NON_PERSONAL.word]: 'method',
      [NON_PERSONAL.staff]: 'counted_by',
    },
  },
}
