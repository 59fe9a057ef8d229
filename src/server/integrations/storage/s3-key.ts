import { readFile } from 'node:fs/promises'
import type { S3Settings } from '../../env.ts'
import { IntegrationError } from '../error.ts'

/** Key that signs requests, with a token if it expires. */
export type Key = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }

/** Identity of a workload, which the security token service exchanges for a key (web identity). */
export type WebIdentity = { tokenFile: string; roleArn: string; sessionName: string; url: string }

/** Time before expiry at which a new key is requested. */
const BEFORE_END_MS = 5 * 60_000
/** Pause after a failed renewal while the key is valid. */
const AGAIN_MS = 30_000
const TIMEOUT_MS = 10_000
const WHO = 'The security token service of the file store'

/**
 * Returns the current key: the configured key, or a key for a web identity. Concurrent calls share a renewal, and a
 * valid key is used while the service is down.
 */
export function keyOf({ accessKeyId, secretAccessKey, sessionToken, identity }: S3Settings, now = Date.now) {
  if (!identity) return async (): Promise<Key> => ({ accessKeyId, secretAccessKey, sessionToken })
  let known: { key: Key; until: number; renewAt: number } | undefined
  let asking: Promise<Key> | undefined
  const ask = async () => {
    try {
      const { key, until } = await assumed(identity)
      known = { key, until, renewAt: until - Math.min(BEFORE_END_MS, (until - now()) / 2) }
      return key
    } catch (error) {
      if (!known || known.until <= now()) throw error
      known.renewAt = now() + AGAIN_MS
      return known.key
    } finally {
      asking = undefined
    }
  }
  return async (): Promise<Key> => (known && now() < known.renewAt ? known.key : (asking ??= ask()))
}

/** Calls AssumeRoleWithWebIdentity. The file is read each time, because its token is replaced before it expires. */
async function assumed({ tokenFile, roleArn, sessionName, url }: WebIdentity): Promise<{ key: Key; until: number }> {
  const token = await readFile(tokenFile, 'utf8').catch((error: unknown) => {
    throw new IntegrationError('The file of AWS_WEB_IDENTITY_TOKEN_FILE cannot be read', { status: 503, cause: error })
  })
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: token.trim(),
  })
  const answer = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(async (answered) => ({ ok: answered.ok, status: answered.status, xml: await answered.text() }))
    .catch((error: unknown) => {
      throw new IntegrationError(`${WHO} is not answering`, { isPassing: true, status: 503, cause: error })
    })
  if (answer.status >= 500 || answer.status === 429)
    throw new IntegrationError(`${WHO} reported an error (${answer.status})`, { isPassing: true, status: 503 })
  if (!answer.ok) throw new IntegrationError(`${WHO} rejected our web identity (${answer.status})`, { status: 503 })
  const inside = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer.xml)?.[1]?.trim()
  const [accessKeyId, secretAccessKey, until] = [
    inside('AccessKeyId'),
    inside('SecretAccessKey'),
    Date.parse(inside('Expiration') ?? ''),
  ]
  if (!accessKeyId || !secretAccessKey || Number.isNaN(until))
    throw new IntegrationError(`${WHO} returned no key`, { status: 503 })
  return { key: { accessKeyId, secretAccessKey, sessionToken: inside('SessionToken') }, until }
}
