import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  categories: { nonPersonal: { [NON_PERSONAL.chain]: 'name' } },
}
