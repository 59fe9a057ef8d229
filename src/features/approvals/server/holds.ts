import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  proposals: {
    freed: 'reason decision',
    freedJson: 'asked difference',
    nobodys: {
      [NOBODYS.staff]: 'proposer decided_by',
      [NOBODYS.word]: 'act call may state',
      [NOBODYS.id]: 'caller fingerprint asked_hash request_key cinemas',
    },
  },
  approval_rules: { nobodys: { [NOBODYS.word]: 'act' } },
  limit_usage: { nobodys: { [NOBODYS.word]: 'act', [NOBODYS.id]: 'person records' } },
}
