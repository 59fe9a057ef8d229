import * as z from 'zod/mini'
import type { FcmSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, type Vendor } from '../vendor.ts'
import { accessTokens } from './fcm-token.ts'
import type { Push, PushService } from './port.ts'

const NAME = 'The push service'
const WITHIN_MS = 10_000
/** A message that a device could not be told in that time is no news any more. */
const GOOD_FOR_S = 24 * 3600
/** Nobody listens to it. */
const TEST_TOPIC = 'marquee-connection-test'

const orElse = z.catch
/** What it answers, also where it refuses (firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode). */
const Answer = z.object({
  error: z.optional(
    z.object({
      message: z._default(z.string(), ''),
      details: z._default(
        z.array(
          // One detail that cannot be read hides no other.
          orElse(
            z.object({
              errorCode: z.optional(z.string()),
              fieldViolations: orElse(z.optional(z.array(z.object({ field: z.optional(z.string()) }))), undefined),
            }),
            {},
          ),
        ),
        [],
      ),
    }),
  ),
})
type Refused = NonNullable<z.infer<typeof Answer>['error']>
/** Refusals whose reason stands in their body. */
const WITH_REASON = [400, 403, 404]

/** Firebase Cloud Messaging, HTTP v1: one call a device, over connections that are kept. */
export function fcmPush(
  { account, url }: FcmSettings,
  more: Partial<Pick<Vendor, 'timeoutMs' | 'wait'>> = {},
): PushService {
  const vendor = { name: NAME, timeoutMs: WITHIN_MS, ...more }
  const api = vendorClient({ ...vendor, baseUrl: url, headers: {} })
  const tokens = accessTokens(account, vendor)
  const path = `/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`

  /** @returns why it refused, or nothing */
  async function post(body: object): Promise<Refused | undefined> {
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await api.post(path, body, { headers, schema: Answer, answers: WITH_REASON }))?.error
    }
    const token = await tokens.current()
    try {
      return await ask(token)
    } catch (error) {
      if (!(error instanceof IntegrationError) || error.answered !== 401) throw error
      tokens.forget(token)
      return ask(await tokens.current())
    }
  }

  return {
    kind: 'fcm',
    send: async (token, push, messageId) => {
      const refused = await post({ message: { token, ...shapeOf(push, messageId) } })
      if (!refused) return 'accepted'
      if (isOfToken(refused)) return 'unregistered'
      throw explained(refused)
    },
    test: async () => {
      const notification = { title: 'Connection test' }
      const refused = await post({ validate_only: true, message: { topic: TEST_TOPIC, notification } })
      if (refused) throw explained(refused)
      return `Can send for the project ${account.project_id}`
    },
  }
}

/** The same id replaces on the device, whatever its platform, what it shows already: a try that was repeated is seen once. */
const shapeOf = ({ title, body, link, image }: Push, id: string) => ({
  notification: { title, body, ...(image && { image }) },
  data: { message_id: id, ...(link && { link }) },
  android: { collapse_key: id, ttl: `${GOOD_FOR_S}s`, notification: { tag: id } },
  apns: {
    headers: { 'apns-collapse-id': id, 'apns-expiration': String(Math.floor(Date.now() / 1000) + GOOD_FOR_S) },
    payload: { aps: { sound: 'default', ...(image && { 'mutable-content': 1 }) } },
    ...(image && { fcm_options: { image } }),
  },
  webpush: {
    headers: { Topic: id, TTL: String(GOOD_FOR_S) },
    notification: { tag: id },
    ...(link && { fcm_options: { link } }),
  },
})

const codeOf = ({ details }: Refused) => details.find(({ errorCode }) => errorCode)?.errorCode

/** Whether no push to this token ever succeeds: unknown, or no token at all. */
const isOfToken = (refused: Refused) =>
  codeOf(refused) === 'UNREGISTERED' ||
  /registration token/i.test(refused.message) ||
  refused.details.some(({ fieldViolations = [] }) => fieldViolations.some(({ field }) => field === 'message.token'))

function explained(refused: Refused): IntegrationError {
  if (codeOf(refused) === 'INVALID_ARGUMENT')
    return new IntegrationError(`${NAME} rejected this message`, { isOfOneRequest: true, isUndone: true })
  // The tokens may be right and our service account of the wrong project: no device goes for that.
  if (codeOf(refused) === 'SENDER_ID_MISMATCH')
    return new IntegrationError(`${NAME} reports that the devices belong to another project than our service account`, {
      isUndone: true,
    })
  return new IntegrationError(`${NAME} rejected our service account: ${refused.message.slice(0, 200)}`, {
    isUndone: true,
  })
}
