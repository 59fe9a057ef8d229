import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  approval_requests: {
    freed: 'reason decision',
    freedJson: 'input difference',
    nobodys: {
      [NOBODYS.staff]: 'requester decided_by',
      [NOBODYS.word]: 'act call permission state',
      [NOBODYS.id]: 'caller fingerprint request_hash request_key cinemas',
    },
  },
  approval_rules: { nobodys: { [NOBODYS.word]: 'act' } },
  limit_usage: { nobodys: { [NOBODYS.word]: 'act', [NOBODYS.id]: 'person records' } },
}
