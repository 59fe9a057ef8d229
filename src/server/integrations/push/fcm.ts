import * as z from 'zod/mini'
import type { FcmSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, type Vendor } from '../vendor.ts'
import { accessTokens } from './fcm-token.ts'
import type { Push, PushService } from './port.ts'

const NAME = 'The push service'
const WITHIN_MS = 10_000
/** Lifetime of a message in seconds; older news is not shown. */
const GOOD_FOR_S = 24 * 3600
/** Topic without listeners. */
const TEST_TOPIC = 'marquee-connection-test'

const orElse = z.catch
/** Answer, also for rejected messages (firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode). */
const Answer = z.object({
  error: z.optional(
    z.object({
      message: z._default(z.string(), ''),
      details: z._default(
        z.array(
          // An unreadable detail does not hide the others.
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
/** Error statuses with a reason in the body. */
const WITH_REASON = [400, 403, 404]

/** Sends through Firebase Cloud Messaging, HTTP v1: one call per device, over kept connections. */
export function fcmPush(
  { account, url }: FcmSettings,
  more: Partial<Pick<Vendor, 'timeoutMs' | 'wait'>> = {},
): PushService {
  const vendor = { name: NAME, timeoutMs: WITHIN_MS, ...more }
  const api = vendorClient({ ...vendor, baseUrl: url, headers: {} })
  const tokens = accessTokens(account, vendor)
  const path = `/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`

  /** @returns the error, or nothing */
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

/** Builds a message whose ID replaces an earlier copy on every platform, so that a repeated attempt is shown once. */
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

/** Returns whether no push to this token can succeed: unknown or malformed token. */
const isOfToken = (refused: Refused) =>
  codeOf(refused) === 'UNREGISTERED' ||
  /registration token/i.test(refused.message) ||
  refused.details.some(({ fieldViolations = [] }) => fieldViolations.some(({ field }) => field === 'message.token'))

function explained(refused: Refused): IntegrationError {
  if (codeOf(refused) === 'INVALID_ARGUMENT')
    return new IntegrationError(`${NAME} rejected this message`, { isOfOneRequest: true, isUndone: true })
  // The tokens may be valid and our service account of the wrong project, so no device is removed.
  if (codeOf(refused) === 'SENDER_ID_MISMATCH')
    return new IntegrationError(`${NAME} reports that the devices belong to another project than our service account`, {
      isUndone: true,
    })
  return new IntegrationError(`${NAME} rejected our service account: ${refused.message.slice(0, 200)}`, {
    isUndone: true,
  })
}
