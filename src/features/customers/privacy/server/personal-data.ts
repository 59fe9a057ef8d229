import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  erasures: {
    erased: 'search_terms last_key',
    redact: 'reason',
    nonPersonal: {
      [NON_PERSONAL.staff]: 'actor',
      [NON_PERSONAL.own]: 'retained remaining_tables',
      [NON_PERSONAL.id]: 'guest',
    },
  },
  customer_merges: { erased: 'changes', nonPersonal: { [NON_PERSONAL.staff]: 'actor' } },
  duplicate_dismissals: { nonPersonal: { [NON_PERSONAL.staff]: 'actor' } },
}
