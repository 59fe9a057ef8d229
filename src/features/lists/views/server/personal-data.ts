import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: a view may be called after them, and search for them. */
export const personalColumns: Record<string, PersonalColumns> = {
  list_views: { erased: 'name', redactJson: 'query', nonPersonal: { [NON_PERSONAL.word]: 'list permission' } },
  default_views: { nonPersonal: { [NON_PERSONAL.word]: 'list' } },
}
