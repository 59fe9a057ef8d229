import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  points_ledger: { erased: 'reason', exported: 'kind', nonPersonal: { [NON_PERSONAL.staff]: 'actor' } },
}
