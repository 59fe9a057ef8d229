import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: what an alert says stands with the platform's. */
export const personalColumns: Record<string, PersonalColumns> = {
  alert_deliveries: { nonPersonal: { [NON_PERSONAL.word]: 'kind email', [NON_PERSONAL.id]: 'key' } },
  alert_preferences: { nonPersonal: { [NON_PERSONAL.staff]: 'kind email' } },
}
