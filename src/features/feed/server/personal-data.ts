import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  quarantined_records: {
    redact: 'reason',
    redactJson: 'line',
    nonPersonal: {
      [NON_PERSONAL.id]: 'source stream external_id waits_for',
      [NON_PERSONAL.staff]: 'rejected_by note',
      [NON_PERSONAL.word]: 'guard',
    },
  },
  feed_corrections: {
    redact: 'reason',
    redactJson: 'before after',
    nonPersonal: {
      [NON_PERSONAL.id]: 'source external_id sent_id',
      [NON_PERSONAL.staff]: 'by_name',
      [NON_PERSONAL.word]: 'stream kind',
    },
  },
  feed_counts: { nonPersonal: { [NON_PERSONAL.word]: 'stream' } },
  price_baselines: { nonPersonal: { [NON_PERSONAL.id]: 'cinema_id', [NON_PERSONAL.word]: 'channel kind' } },
}
