import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  plans: { nonPersonal: { [NON_PERSONAL.chain]: 'name' } },
  plan_names: { nonPersonal: { [NON_PERSONAL.chain]: 'name' } },
}
