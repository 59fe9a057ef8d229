import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { importSPKI, jwtVerify } from 'jose'
import { peer, sendJson, type Peer } from './peer.ts'

/** Some fields of a message to FCM. */
type FcmMessage = {
  token?: string
  topic?: string
  notification: { title: string; body?: string; image?: string }
  data?: Record<string, string>
  android?: { collapse_key: string; notification: { tag: string } }
  apns?: { headers: Record<string, string> }
  webpush?: { headers: Record<string, string> }
}

/** Reasons for which FCM rejects a token. */
type TokenFault = 'unregistered' | 'invalid' | 'other-project'

export type FcmPeer = {
  url: string
  /** The value of FCM_SERVICE_ACCOUNT. */
  account: string
  /** Errors of the next sends, which do not count then; `peer.requests` has access tokens and sends. */
  peer: Peer
  /** All accepted messages, in order. */
  received: FcmMessage[]
  /** The content of the devices: messages by id for each token, however often each was sent. */
  displayed: Map<string, Map<string, FcmMessage>>
  /** Tokens that FCM rejects. */
  faults: Map<string, TokenFault>
  /** Access tokens that it issued, and its calls by token. */
  accessTokens: number
  /** Rejects all access tokens issued so far. */
  endAccessTokens: () => void
  /** Called for each accepted message before the answer. */
  onReceived: (message: FcmMessage) => void | Promise<void>
  close: () => Promise<void>
}

const PROJECT = 'marquee-test'
const EMAIL = 'push@marquee-test.iam.gserviceaccount.com'

/** Runs Firebase Cloud Messaging and Google's token endpoint on this machine, in the documented shapes. */
export async function fcmPeer(): Promise<FcmPeer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const verifying = await importSPKI(publicKey, 'RS256')
  const good = new Set<string>()

  async function grant(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await text(request))
    try {
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') throw new Error('grant')
      const { payload, protectedHeader } = await jwtVerify(form.get('assertion')!, verifying, {
        issuer: EMAIL,
        audience: `${outside.url}/token`,
      })
      if (payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging') throw new Error('scope')
      if (protectedHeader.kid !== 'key-1' || payload.exp! - payload.iat! > 3600) throw new Error('claims')
    } catch {
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end('{"error":"invalid_grant","error_description":"Invalid JWT"}')
    }
    const token = `ya29.${++self.accessTokens}`
    good.add(token)
    sendJson(response, { access_token: token, expires_in: 3599, token_type: 'Bearer' })
  }

  const refuse = (response: ServerResponse, code: number, status: string, message: string, details: object[] = []) => {
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { code, message, status, details } }))
  }
  const fcmError = (errorCode: string) => ({
    '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
    errorCode,
  })
  const refuseToken = (response: ServerResponse, fault: TokenFault) => {
    if (fault === 'unregistered')
      return refuse(response, 404, 'NOT_FOUND', 'Requested entity was not found.', [fcmError('UNREGISTERED')])
    if (fault === 'other-project')
      return refuse(response, 403, 'PERMISSION_DENIED', 'SenderId mismatch', [fcmError('SENDER_ID_MISMATCH')])
    const message = 'The registration token is not a valid FCM registration token'
    return refuse(response, 400, 'INVALID_ARGUMENT', message, [
      fcmError('INVALID_ARGUMENT'),
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'message.token', description: message }],
      },
    ])
  }

  async function send(request: IncomingMessage, response: ServerResponse) {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const raw = await text(request)
    if (!token || !good.has(token))
      return refuse(response, 401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    const { message, validate_only: isTest } = JSON.parse(raw) as { message: FcmMessage; validate_only?: boolean }
    const fault = message.token && self.faults.get(message.token)
    if (fault) return refuseToken(response, fault)
    if (Buffer.byteLength(JSON.stringify(message)) > 4096 || !message.notification.title)
      return refuse(response, 400, 'INVALID_ARGUMENT', 'Android message is too big', [fcmError('INVALID_ARGUMENT')])
    if (!isTest) {
      self.received.push(message)
      const displayed = self.displayed.get(message.token!) ?? new Map<string, FcmMessage>()
      self.displayed.set(message.token!, displayed.set(message.android!.notification.tag, message))
      await self.onReceived(message)
    }
    sendJson(response, { name: `projects/${PROJECT}/messages/${self.received.length}` })
  }

  const outside = await peer(async (request, response) => {
    if (request.url === '/token' && request.method === 'POST') return grant(request, response)
    if (request.url === `/v1/projects/${PROJECT}/messages:send` && request.method === 'POST')
      return send(request, response)
    refuse(response, 404, 'NOT_FOUND', 'Requested entity was not found.')
  })
  const self: FcmPeer = {
    url: outside.url,
    account: JSON.stringify({
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: 'key-1',
      private_key: privateKey,
      client_email: EMAIL,
      token_uri: `${outside.url}/token`,
    }),
    peer: outside,
    received: [],
    displayed: new Map(),
    faults: new Map(),
    accessTokens: 0,
    endAccessTokens: () => good.clear(),
    onReceived: () => {},
    close: outside.close,
  }
  return self
}
