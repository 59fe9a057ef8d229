import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  payments: {
    erased: 'email name',
    nobodys: {
      [NOBODYS.id]: 'reference sent_reference provider provider_id bookings',
      [NOBODYS.word]: 'currency purchase_type status method',
      [NOBODYS.chain]: 'cinema_id',
    },
  },
  payment_cinema_days: { nobodys: { [NOBODYS.chain]: 'cinema_id' } },
  payment_refunds: {
    freed: 'reason message',
    nobodys: {
      [NOBODYS.id]: 'reference provider charge_id provider_id request_key',
      [NOBODYS.staff]: 'created_by',
      [NOBODYS.word]: 'kind state',
    },
  },
  refund_postings: { nobodys: { [NOBODYS.id]: 'told_source told_id' } },
  external_refunds: { nobodys: { [NOBODYS.word]: 'method', [NOBODYS.chain]: 'cinema_id' } },
  reconciliations: {
    nobodys: {
      [NOBODYS.staff]: 'started_by',
      [NOBODYS.word]: 'provider state',
      [NOBODYS.own]: 'reason ours_others theirs_others',
    },
  },
  mismatch_comments: { freed: 'comment', nobodys: { [NOBODYS.staff]: 'author' } },
  provider_transactions: { nobodys: { [NOBODYS.id]: 'provider provider_id reference', [NOBODYS.word]: 'kind' } },
  reconciliation_mismatches: {
    freed: 'note',
    nobodys: {
      [NOBODYS.id]: 'reference provider provider_id',
      [NOBODYS.staff]: 'resolved_by',
      [NOBODYS.word]: 'about kind ours_state ours_currency theirs_state theirs_currency',
    },
  },
}
