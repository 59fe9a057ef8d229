import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** Personal-data policy of the columns, for erasure and export. */
export const personalColumns: Record<string, PersonalColumns> = {
  customers: {
    erased:
      'first_name last_name email phone gender billing_cycle default_cinema_id profile_image card_number card_pin_hash password_hash aliases',
    exported: 'source external_id channel',
  },
  customer_cinemas: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id' } },
  customer_notes: { erased: 'text guest', redact: 'text', nonPersonal: { [NON_PERSONAL.staff]: 'author' } },
  customer_changes: { nonPersonal: { [NON_PERSONAL.word]: 'kind' } },
}
