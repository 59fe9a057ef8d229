import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** Personal data of the feature: erased, redacted or exported columns. */
export const personalColumns: Record<string, PersonalColumns> = {
  payment_cards: { erased: 'provider token email brand first6 last4' },
  payment_intents: {
    erased: 'confirm_url',
    redact: 'message',
    exported: 'reference plan state',
    nonPersonal: {
      [NON_PERSONAL.id]: 'provider provider_id request_key',
      [NON_PERSONAL.staff]: 'created_by',
      [NON_PERSONAL.word]: 'purpose',
    },
  },
  payment_webhooks: { redact: 'body outcome', nonPersonal: { [NON_PERSONAL.id]: 'provider' } },
  payment_events: {
    erased: 'email',
    redact: 'message',
    exported: 'reference purchase_type status currency',
    nonPersonal: { [NON_PERSONAL.id]: 'provider provider_id' },
  },
}
