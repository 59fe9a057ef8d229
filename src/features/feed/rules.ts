import { OURS } from '#features/trade/rules.ts'

/** What other programs tell us of, in the order in which a first load is best sent. */
export const STREAMS = [
  'customers',
  'subscriptions',
  'purchases',
  'refunds',
  'redemptions',
  'visits',
  'reviews',
  'errors',
  'devices',
] as const
export type StreamName = (typeof STREAMS)[number]

/** What a key can be good for: telling of a stream, or redeeming vouchers. */
export const SCOPES = [...STREAMS, 'vouchers'] as const
export type Scope = (typeof SCOPES)[number]

/** What a device that takes pushes runs. */
export const PLATFORMS = ['android', 'ios', 'web'] as const

/** Lines of one batch, and its bytes. */
export const BATCH_LINES = 5000
export const BATCH_BYTES = 16 * 1024 * 1024

/** What a scope is called on screen, and what it is for. */
export const SCOPE_LABELS: Record<Scope, { label: string; tells: string }> = {
  customers: { label: 'Customers', tells: 'Who registered, and changes of it' },
  subscriptions: { label: 'Subscriptions', tells: 'Starts, renewals and ends' },
  purchases: { label: 'Purchases', tells: 'Tickets, concessions and subscriptions that were paid' },
  refunds: { label: 'Refunds', tells: 'What was paid back' },
  redemptions: { label: 'Redemptions', tells: 'Tickets torn at the door' },
  visits: { label: 'Visits', tells: 'Visits to the web shop and the app' },
  reviews: { label: 'Reviews', tells: 'What customers say of movies' },
  errors: { label: 'Errors', tells: 'Faults of the web shop and the app' },
  devices: { label: 'Devices', tells: 'Where notifications can be pushed to' },
  vouchers: { label: 'Vouchers', tells: 'It may redeem them' },
}

/** What a key's form holds. */
export type KeyDraft = { name: string; source: string; streams: Scope[] }
export const SOURCE = /^[a-z0-9][a-z0-9-]{0,39}$/
export const NAME_LENGTH = 80

/** What is wrong with a key, by field, in the words of the contract. */
export const keyErrors = ({ name, source, streams }: KeyDraft): Partial<Record<keyof KeyDraft, string>> => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(source.trim() === ''
    ? { source: messages.noSource }
    : !SOURCE.test(source.trim())
      ? { source: messages.badSource }
      : source.trim() === OURS && { source: messages.ownSource }),
  ...(streams.length === 0 && { streams: messages.noStreams }),
})

export const messages = {
  noName: 'Name is empty',
  noSource: 'Source is empty',
  badSource: 'Small letters, digits and hyphens, such as web-shop; at most 40',
  ownSource: `${OURS} is the source of what staff do here`,
  noStreams: 'Choose at least one stream',
  keyMade: 'Key created. Copy it now: it is shown only this once',
  keyRevoked: 'Key revoked',
  keyChanged: 'Key updated successfully',
  notYours: 'This key may not tell of that stream',
  nameTaken: 'There is a key of this name already',
  isRevoked: 'This key was revoked already',
  notJson: 'is not JSON',
}

/** What became of one line. A waiting one speaks of a purchase that was not reported yet, and is taken with it. */
export const LINE_STATES = ['accepted', 'duplicate', 'waiting', 'refused'] as const
export type LineState = (typeof LINE_STATES)[number]
