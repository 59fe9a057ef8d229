import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** Personal-data policy of the columns, for erasure and export. */
export const personalColumns: Record<string, PersonalColumns> = {
  purchases: {
    erased: 'buyer_name buyer_email buyer_phone',
    exported: 'external_id channel cinema_id payment_reference referral_code payment_method',
    nonPersonal: { [NON_PERSONAL.id]: 'source' },
  },
  purchase_lines: { exported: 'kind product movie_id seats', nonPersonal: { [NON_PERSONAL.id]: 'product_id' } },
  refunds: { erased: 'reason', exported: 'external_id', nonPersonal: { [NON_PERSONAL.id]: 'source' } },
  refund_lines: { nonPersonal: { [NON_PERSONAL.word]: 'kind' } },
  voided_sales: {
    nonPersonal: {
      [NON_PERSONAL.chain]: 'cinema_id',
      [NON_PERSONAL.id]: 'payment_reference',
      [NON_PERSONAL.word]: 'paid_by kind',
    },
  },
  redemptions: { exported: 'external_id cinema_id purchase_external_id', nonPersonal: { [NON_PERSONAL.id]: 'source' } },
  visits: { nonPersonal: { [NON_PERSONAL.id]: 'source external_id', [NON_PERSONAL.word]: 'channel' } },
  subscription_events: {
    erased: 'reason',
    exported: 'source kind plan',
    nonPersonal: { [NON_PERSONAL.id]: 'external_id' },
  },
  subscription_periods: { erased: 'reason', nonPersonal: { [NON_PERSONAL.chain]: 'plan' } },
  guests: { erased: 'email name phone' },
  guest_cinemas: { erased: 'email', nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id' } },
}
