import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  erasures: {
    erased: 'words looked_at',
    redact: 'reason',
    nonPersonal: { [NON_PERSONAL.staff]: 'actor', [NON_PERSONAL.own]: 'kept tables_left', [NON_PERSONAL.id]: 'guest' },
  },
  customer_merges: { erased: 'moved', nonPersonal: { [NON_PERSONAL.staff]: 'actor' } },
  duplicate_dismissals: { nonPersonal: { [NON_PERSONAL.staff]: 'actor' } },
}
