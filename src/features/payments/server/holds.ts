import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  payment_cards: { erased: 'provider token email brand first6 last4' },
  payment_intents: {
    erased: 'confirm_url',
    freed: 'message',
    exported: 'reference plan state',
    nobodys: {
      [NOBODYS.id]: 'provider provider_id request_key',
      [NOBODYS.staff]: 'created_by',
      [NOBODYS.word]: 'purpose',
    },
  },
  payment_webhooks: { freed: 'body outcome', nobodys: { [NOBODYS.id]: 'provider' } },
  payment_events: {
    erased: 'email',
    freed: 'message',
    exported: 'reference purchase_type status currency',
    nobodys: { [NOBODYS.id]: 'provider provider_id' },
  },
}
