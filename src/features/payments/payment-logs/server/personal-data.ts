import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** Personal data of the feature: erased, redacted or exported columns. */
export const personalColumns: Record<string, PersonalColumns> = {
  payments: {
    erased: 'email name',
    nonPersonal: {
      [NON_PERSONAL.id]: 'reference sent_reference provider provider_id bookings',
      [NON_PERSONAL.word]: 'currency purchase_type status method',
      [NON_PERSONAL.chain]: 'cinema_id',
    },
  },
  payment_cinema_days: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id' } },
  payment_refunds: {
    redact: 'reason message',
    nonPersonal: {
      [NON_PERSONAL.id]: 'reference provider charge_id provider_id request_key',
      [NON_PERSONAL.staff]: 'created_by',
      [NON_PERSONAL.word]: 'kind state',
    },
  },
  refund_postings: { nonPersonal: { [NON_PERSONAL.id]: 'reported_source reported_id' } },
  external_refunds: { nonPersonal: { [NON_PERSONAL.word]: 'method', [NON_PERSONAL.chain]: 'cinema_id' } },
}
