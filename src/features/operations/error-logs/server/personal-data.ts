import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  error_reports: {
    redact: 'message stack page component',
    nonPersonal: {
      [NON_PERSONAL.id]: 'source external_id fingerprint',
      [NON_PERSONAL.own]: 'release',
      [NON_PERSONAL.word]: 'channel',
    },
  },
  errors: {
    redact: 'message component',
    nonPersonal: {
      [NON_PERSONAL.id]: 'fingerprint',
      [NON_PERSONAL.word]: 'origin state',
      [NON_PERSONAL.staff]: 'state_by',
    },
  },
  error_releases: { nonPersonal: { [NON_PERSONAL.own]: 'release' } },
  error_customers: { nonPersonal: { [NON_PERSONAL.own]: 'releases' } },
}
