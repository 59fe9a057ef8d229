import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  error_reports: {
    freed: 'message stack page component',
    nobodys: { [NOBODYS.id]: 'source external_id fingerprint', [NOBODYS.own]: 'release', [NOBODYS.word]: 'channel' },
  },
  errors: {
    freed: 'message component',
    nobodys: { [NOBODYS.id]: 'fingerprint', [NOBODYS.word]: 'origin state', [NOBODYS.staff]: 'state_by' },
  },
  error_releases: { nobodys: { [NOBODYS.own]: 'release' } },
  error_customers: { nobodys: { [NOBODYS.own]: 'releases' } },
}
