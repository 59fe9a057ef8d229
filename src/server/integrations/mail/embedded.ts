import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { storeEmail } from './outbox.ts'
import type { Mail } from './port.ts'

/**
 * Stores emails in the outbox and does not send them; the demo shows the outbox.
 * Test triggers (`env.hasSentinels`): an address at `bounce.example` is stored as bounced and rejected; at
 * `down.example` the mail server is not answering.
 */
export const embeddedMail = (db: Db, clock: Clock, { hasSentinels }: Pick<Env, 'hasSentinels'>): Mail => ({
  kind: 'embedded',
  send: async ({ to, subject, text, html }) => {
    if (hasSentinels && to.endsWith('@down.example'))
      throw new IntegrationError('The mail server is not answering', { isPassing: true })
    const bounces = hasSentinels && to.endsWith('@bounce.example')
    const state = bounces ? 'bounced' : 'sent'
    await storeEmail(db, { at: clock.now(), recipient: to, subject, body: text, html, state })
    if (bounces) throw new IntegrationError(`The mail server rejected the email to ${to}`, { isOfOneRequest: true })
  },
  test: async () => 'Emails are stored in the outbox and not sent',
})
