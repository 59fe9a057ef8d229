import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  purchases: {
    erased: 'buyer_name buyer_email buyer_phone',
    exported: 'external_id channel cinema_id payment_reference referral_code payment_method',
    nobodys: { [NOBODYS.id]: 'source' },
  },
  purchase_lines: { exported: 'kind product movie_id seats', nobodys: { [NOBODYS.id]: 'product_id' } },
  refunds: { erased: 'reason', exported: 'external_id', nobodys: { [NOBODYS.id]: 'source' } },
  refund_lines: { nobodys: { [NOBODYS.word]: 'kind' } },
  voided_sales: {
    nobodys: {
      [NOBODYS.chain]: 'cinema_id',
      [NOBODYS.id]: 'payment_reference',
      [NOBODYS.word]: 'way kind',
    },
  },
  redemptions: { exported: 'external_id cinema_id purchase_external_id', nobodys: { [NOBODYS.id]: 'source' } },
  visits: { nobodys: { [NOBODYS.id]: 'source external_id', [NOBODYS.word]: 'channel' } },
  subscription_events: { erased: 'reason', exported: 'source kind plan', nobodys: { [NOBODYS.id]: 'external_id' } },
  subscription_periods: { erased: 'reason', nobodys: { [NOBODYS.chain]: 'plan' } },
  guests: { erased: 'email name phone' },
  guest_cinemas: { erased: 'email', nobodys: { [NOBODYS.chain]: 'cinema_id' } },
}
