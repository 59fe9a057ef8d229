import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** Personal-data policy of the feed's columns. */
export const personalColumns: Record<string, PersonalColumns> = {
  quarantined_records: {
    redact: 'reason',
    redactJson: 'record',
    nonPersonal: {
      [NON_PERSONAL.id]: 'source record_type external_id pending_for',
      [NON_PERSONAL.staff]: 'rejected_by note',
      [NON_PERSONAL.word]: 'rule',
    },
  },
  feed_corrections: {
    redact: 'reason',
    redactJson: 'before after',
    nonPersonal: {
      [NON_PERSONAL.id]: 'source external_id sent_id',
      [NON_PERSONAL.staff]: 'by_name',
      [NON_PERSONAL.word]: 'record_type kind',
    },
  },
  feed_counts: { nonPersonal: { [NON_PERSONAL.word]: 'record_type' } },
  price_baselines: { nonPersonal: { [NON_PERSONAL.id]: 'cinema_id', [NON_PERSONAL.word]: 'channel kind' } },
}
