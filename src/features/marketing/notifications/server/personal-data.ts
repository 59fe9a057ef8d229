import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  push_devices: { erased: 'source external_id platform token removal_reason' },
  audiences: { nonPersonal: { [NON_PERSONAL.chain]: 'name conditions', [NON_PERSONAL.staff]: 'created_by' } },
  push_notifications: {
    redact: 'email title body',
    nonPersonal: {
      [NON_PERSONAL.staff]: 'created_by',
      [NON_PERSONAL.chain]: 'code link image name audience_name audience_description conditions',
      [NON_PERSONAL.word]: 'audience state',
      [NON_PERSONAL.own]: 'lift',
    },
  },
  push_deliveries: { nonPersonal: { [NON_PERSONAL.own]: 'reason', [NON_PERSONAL.word]: 'state' } },
}
