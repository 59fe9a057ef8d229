import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  day_closes: {
    redact: 'note reason',
    nonPersonal: { [NON_PERSONAL.staff]: 'closed_by reopened_by', [NON_PERSONAL.own]: 'figures' },
  },
  reconciliations: {
    nonPersonal: {
      [NON_PERSONAL.staff]: 'started_by',
      [NON_PERSONAL.word]: 'provider state',
      [NON_PERSONAL.own]: 'reason ledger_others provider_others',
    },
  },
  mismatch_comments: { redact: 'comment', nonPersonal: { [NON_PERSONAL.staff]: 'author' } },
  provider_transactions: {
    nonPersonal: { [NON_PERSONAL.id]: 'provider provider_id reference', [NON_PERSONAL.word]: 'kind' },
  },
  reconciliation_mismatches: {
    redact: 'note',
    nonPersonal: {
      [NON_PERSONAL.id]: 'reference provider provider_id',
      [NON_PERSONAL.staff]: 'resolved_by',
      [NON_PERSONAL.word]: 'about kind ledger_state ledger_currency provider_state provider_currency',
    },
  },
  till_counts: {
    nonPersonal: {
      [NON_PERSONAL.chain]: 'cinema_id',
      [NON_PERSONAL.word]: 'method',
      [NON_PERSONAL.staff]: 'counted_by',
    },
  },
}
