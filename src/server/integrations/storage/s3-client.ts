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

/** A call of the S3 API for one file; `deed` is for the words of a failure. */
export type Ask = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  name: string
  action: StorageAction
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Piece
}
/** An answer that was read whole. */
export type Answer = { headers: IncomingHttpHeaders; text: string }

export type S3ClientOptions = {
  /** Stands in for the clock between tries in a test. */
  wait?: (ms: number) => Promise<unknown>
  /** A request of which nothing is sent or answered for so long is given up. */
  stallMs?: number
  /** Stands in for the clock by which a key ends. */
  now?: () => number
}

const TRIES = 4
const FIRST_PAUSE_MS = 300
const STALL_MS = 30_000
/** What is sent at a time. */
const SLICE_BYTES = 256 * 1024
const TEXT_BYTES = 1024 * 1024
const NO_BYTES_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export type S3Client = ReturnType<typeof s3Client>

/**
 * Asks an S3-compatible store, signed (AWS Signature Version 4), and asks again after what passes: no connection, an
 * answer that breaks off or never comes, 429, 5xx. It follows no redirect: a signature is for the host that was configured.
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
    // The other headers are not signed: proxies on the way may write them in another manner.
    const length = body && { 'content-length': String(body.bytes.length) }
    return { url, headers: { ...headers, ...length, ...Object.fromEntries(signature) } }
  }

  /** @returns the answer, its body still to be read; undefined for what is not there */
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
     * @param check throws for an answer that tells of a failure although its status does not
     * @returns undefined for what is not there
     */
    ask: (ask: Ask, check: (answer: Answer) => void = () => {}): Promise<Answer | undefined> =>
      inTries(ask.action, async () => {
        const answer = await send(ask)
        const response = answer && { headers: answer.headers, text: await textOf(answer) }
        if (response) check(response)
        return response
      }),

    /** The same, with the body left to be read; it ends in an IntegrationError when it breaks off or stalls. */
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
     * An address with which anybody can read the file.
     * @param from the instant from which on it is good
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
 * One request, given up when nothing moves for `stallMs`. It is made without `fetch`, which copies what it sends: that is
 * as much memory again for a large file.
 */
function exchange(url: URL, options: RequestOptions, body: Piece | undefined, stallMs: number) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const stalled = () => {
      if (answer?.complete) return
      // A reader who takes his time is not the store's fault.
      if (answer?.readableLength || answer?.isPaused()) answer.socket.setTimeout(stallMs, stalled)
      else sent.destroy(new Error('no progress'))
    }
    const { request } = url.protocol === 'https:' ? https : http
    // Given as an option the time counts while connecting, too.
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

/** The code in an error's XML; a failed HEAD has none. */
const codeIn = (xml: string) => /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? ''

const FULL = new Set(['XMinioStorageFull', 'InsufficientCapacity', 'QuotaExceeded'])
const ELSEWHERE = new Set(['PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed'])
const PASSING = new Set(['SlowDown', 'InternalError', 'ServiceUnavailable', 'RequestTimeout', 'OperationAborted'])

/** A failure that the store reported, in words: never its own, which hold keys and addresses. */
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

/** A failure of a whole answer with status 200 that holds an error (CompleteMultipartUpload). */
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
