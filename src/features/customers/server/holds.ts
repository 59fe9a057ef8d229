import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  customers: {
    erased:
      'first_name last_name email phone gender billing_cycle default_cinema_id profile_image card_number card_pin_hash password_hash aliases',
    exported: 'source external_id channel',
  },
  customer_cinemas: { nobodys: { [NOBODYS.chain]: 'cinema_id' } },
  customer_notes: { erased: 'text guest', freed: 'text', nobodys: { [NOBODYS.staff]: 'author' } },
  customer_changes: { nobodys: { [NOBODYS.word]: 'kind' } },
}
