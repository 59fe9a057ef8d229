import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { storeFault, type StorageAction } from './faults.ts'
import { addressInBucket } from './s3-address.ts'
import { keyOf } from './s3-key.ts'
import type { Piece } from './s3-parts.ts'

/** Call of the S3 API for one file; `action` is named in error messages. */
export type Ask = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  name: string
  action: StorageAction
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Piece
}
/** Answer with its complete body. */
export type Answer = { headers: IncomingHttpHeaders; text: string }

export type S3ClientOptions = {
  /** Replaces the clock between attempts, in tests. */
  wait?: (ms: number) => Promise<unknown>
  /** Time without progress after which a request is aborted, in milliseconds. */
  stallMs?: number
  /** Replaces the clock for the expiry of a key, in tests. */
  now?: () => number
}

const TRIES = 4
const FIRST_PAUSE_MS = 300
const STALL_MS = 30_000
/** Bytes written at a time. */
const SLICE_BYTES = 256 * 1024
const TEXT_BYTES = 1024 * 1024
const NO_BYTES_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export type S3Client = ReturnType<typeof s3Client>

/**
 * Calls an S3-compatible store with a signature (AWS Signature Version 4). Retries after temporary errors: no
 * connection, an interrupted or missing answer, 429, 5xx.
 * Follows no redirect, because the signature is for the configured host.
 */
export function s3Client(settings: S3Settings, { wait = pause, stallMs = STALL_MS, now }: S3ClientOptions = {}) {
  const key = keyOf(settings, now)
  const signer = { region: settings.region, service: 's3', cache: new Map<string, ArrayBuffer>() }

  async function signed({ method, name, query = {}, headers = {}, body }: Ask) {
    const url = addressInBucket(settings, name)
    url.search = new URLSearchParams(query).toString()
    const contentHash = { 'x-amz-content-sha256': body?.sha256 ?? NO_BYTES_SHA256 }
    const sign = new AwsV4Signer({ ...signer, ...(await key()), method, url: url.href, headers: contentHash })
    const { headers: signature } = await sign.sign()
    // The other headers are not signed, because proxies may rewrite them.
    const length = body && { 'content-length': String(body.bytes.length) }
    return { url, headers: { ...headers, ...length, ...Object.fromEntries(signature) } }
  }

  /** @returns the answer with an unread body; undefined: not found */
  async function send(ask: Ask): Promise<IncomingMessage | undefined> {
    const { url, headers } = await signed(ask)
    const answer = await exchange(url, { method: ask.method, headers }, ask.body, stallMs)
    const { statusCode: status = 0 } = answer
    if (status >= 200 && status < 300) return answer
    const code = codeIn(await textOf(answer))
    if (status !== 404 || code === 'NoSuchBucket') throw refused(ask.action, status, code)
  }

  async function inTries<T>(action: StorageAction, run: () => Promise<T>): Promise<T> {
    for (let nth = 1; ; nth++) {
      try {
        return await run()
      } catch (error) {
        const fault = explained(action, error)
        if (!fault.isPassing || nth === TRIES) throw fault
        await wait(FIRST_PAUSE_MS * 2 ** (nth - 1))
      }
    }
  }

  return {
    /**
     * @param check throws for an answer with an error despite its status
     * @returns undefined: not found
     */
    ask: (ask: Ask, check: (answer: Answer) => void = () => {}): Promise<Answer | undefined> =>
      inTries(ask.action, async () => {
        const answer = await send(ask)
        const response = answer && { headers: answer.headers, text: await textOf(answer) }
        if (response) check(response)
        return response
      }),

    /** Opens an answer with an unread body, which fails with an IntegrationError when interrupted or stalled. */
    async open(ask: Ask): Promise<{ headers: IncomingHttpHeaders; body: Readable } | undefined> {
      const answer = await inTries(ask.action, () => send(ask))
      if (!answer) return
      const body = new PassThrough({
        destroy: (error, done) => done(error && explained(ask.action, error)),
      })
      pipeline(answer, body, () => {})
      return { headers: answer.headers, body }
    },

    /**
     * Returns an address with which anyone can read the file.
     * @param from start of its validity
     */
    async presign(name: string, from: Date, seconds: number): Promise<string> {
      const url = addressInBucket(settings, name)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const datetime = from.toISOString().replace(/[:-]|\.\d{3}/g, '')
      const sign = new AwsV4Signer({
        ...signer,
        ...(await key()),
        method: 'GET',
        url: url.href,
        signQuery: true,
        datetime,
      })
      return (await sign.sign()).url.href
    },
  }
}

/**
 * Sends one request, aborted without progress for `stallMs`. Avoids `fetch`, which copies the body and would double the
 * memory for a large file.
 */
function exchange(url: URL, options: RequestOptions, body: Piece | undefined, stallMs: number) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const stalled = () => {
      if (answer?.complete) return
      // A slow reader is not an error of the store.
      if (answer?.readableLength || answer?.isPaused()) answer.socket.setTimeout(stallMs, stalled)
      else sent.destroy(new Error('no progress'))
    }
    const { request } = url.protocol === 'https:' ? https : http
    // As an option, the timeout also applies while connecting.
    const sent = request(url, { ...options, timeout: stallMs }, (answered) => {
      answer = answered
      resolve(answered)
    })
    sent.on('error', reject).on('timeout', stalled)
    if (body?.bytes.length) Readable.from(slicesOf(body)).pipe(sent)
    else sent.end()
  })
}

function* slicesOf({ bytes }: Piece) {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > TEXT_BYTES) throw new Error('an answer of more bytes than any has')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Returns the code of an error's XML; a failed HEAD has none. */
const codeIn = (xml: string) => /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? ''

const FULL = new Set(['XMinioStorageFull', 'InsufficientCapacity', 'QuotaExceeded'])
const ELSEWHERE = new Set(['PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed'])
const PASSING = new Set(['SlowDown', 'InternalError', 'ServiceUnavailable', 'RequestTimeout', 'OperationAborted'])

/** Converts an error of the store. Its own message is not used, because it contains keys and addresses. */
export function refused(action: StorageAction, status: number, code: string): IntegrationError {
  const lasting = (message: string) => new IntegrationError(message, { status: 503 })
  if (code === 'NoSuchBucket') return lasting('The file store has no bucket with the configured name')
  if (code === 'RequestTimeTooSkewed') return lasting("The file store reports that this server's clock is wrong")
  if (ELSEWHERE.has(code) || (status >= 300 && status < 400))
    return lasting('The file store is not at the configured address and region')
  if (status === 401 || status === 403) return lasting('The file store rejected our access key')
  if (FULL.has(code) || status === 507) return storeFault(action, { isFull: true })
  if (status >= 500 || status === 429 || PASSING.has(code)) return storeFault(action)
  return lasting(`The file store could not ${action} the file: it rejected the request (${status})`)
}

/** Converts an error in an answer with status 200 (CompleteMultipartUpload). */
export const refusedInside = (action: StorageAction, { text }: Answer) => refused(action, 500, codeIn(text))

function explained(action: StorageAction, error: unknown): IntegrationError {
  if (error instanceof IntegrationError) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (/CERT|SELF_SIGNED|ERR_TLS|LEAF_SIGNATURE/.test(code))
    return new IntegrationError('The file store cannot be trusted: its certificate is not valid', {
      status: 503,
      cause: error,
    })
  return storeFault(action, { cause: error })
}
