import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { keepPush } from './outbox.ts'
import type { PushService } from './port.ts'

const THROTTLED_FOR_S = 30

/**
 * Stores push notifications as a device shows them, once for each message ID.
 * Test triggers (`env.hasSentinels`): a token that begins with `unregistered` is unknown, `throttled` is accepted at
 * the second attempt and `timeout` never.
 */
export const embeddedPush = (db: Db, clock: Clock, { hasSentinels }: Pick<Env, 'hasSentinels'>): PushService => ({
  kind: 'embedded',
  send: async (token, push, messageId) => {
    const isMarked = (sentinel: string) => hasSentinels && token.startsWith(sentinel)
    if (isMarked('unregistered')) return 'unregistered'
    if (isMarked('timeout'))
      throw new IntegrationError('The push service did not answer within 10 seconds', { isPassing: true })
    const message = { at: clock.now(), token, messageId, ...push }
    if (isMarked('throttled') && (await keepPush(db, { ...message, state: 'throttled' })))
      throw new IntegrationError(
        `The push service is rate-limiting us (429). Try again in ${THROTTLED_FOR_S} seconds.`,
        {
          isPassing: true,
          isUndone: true,
          answered: 429,
          retryAfter: THROTTLED_FOR_S,
        },
      )
    await keepPush(db, { ...message, state: 'shown' })
    return 'accepted'
  },
  test: async () => 'Push notifications are stored and not sent',
})
