import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  approval_requests: {
    redact: 'reason decision',
    redactJson: 'input difference',
    nonPersonal: {
      [NON_PERSONAL.staff]: 'requester decided_by',
      [NON_PERSONAL.word]: 'action call permission state',
      [NON_PERSONAL.id]: 'caller fingerprint request_hash request_key cinemas',
    },
  },
  approval_rules: { nonPersonal: { [NON_PERSONAL.word]: 'action' } },
  limit_usage: { nonPersonal: { [NON_PERSONAL.word]: 'action', [NON_PERSONAL.id]: 'person records' } },
}
