import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { counted } from '#contract/counted.ts'
import { step, trailHeaders, type Span } from '../watch/trail.ts'
import { IntegrationError } from './error.ts'

/** HTTP access to an outside system. */
export type Vendor = {
  /** Subject of messages: "The movie database". */
  name: string
  /** Base address without a slash at its end; paths follow it. */
  baseUrl: string
  headers: Record<string, string>
  /** Timeout of a request with all its retries, to the last byte. */
  timeoutMs: number
  tries?: number
  /** Replaces the clock between attempts, in tests. */
  wait?: (ms: number) => Promise<unknown>
}

export type Question<T extends z.core.$ZodType> = {
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  schema: T
  /** Error statuses whose body also is an answer of the schema. */
  answers?: readonly number[]
}

export type VendorClient = {
  /** @returns undefined for 404 @throws IntegrationError */
  json: <T extends z.core.$ZodType>(path: string, question: Question<T>) => Promise<z.core.output<T> | undefined>
  /**
   * Sends an action once, because a lost answer does not show that nothing was done. The body is sent as JSON or as a
   * form.
   * @returns undefined for 404
   * @throws IntegrationError, with `isUndone` if the system certainly did nothing
   */
  post: <T extends z.core.$ZodType>(
    path: string,
    body: object,
    question: Question<T>,
  ) => Promise<z.core.output<T> | undefined>
  /** @returns undefined for 404 @throws IntegrationError, also for more than `maxBytes` */
  bytes: (path: string, maxBytes: number) => Promise<Buffer | undefined>
}

type Request = {
  headers?: Record<string, string> | undefined
  body?: object
  answers?: readonly number[] | undefined
  tries?: number
}
type Read<T> = (answer: Response) => Promise<T>

/** The message for a 404 to a call that each account of the vendor has. */
export const wrongAddress = (name: string) =>
  `${name} rejected the request (404). Check its address in the server's configuration.`

const TRIES = 3
const FIRST_PAUSE_MS = 300
const JSON_BYTES = 32 * 1024 * 1024

/**
 * Reads with retries after temporary errors: no connection, a connection closed early, 5xx, or 429 (after Retry-After
 * or a growing pause). Follows no redirect, because the key belongs to the configured host.
 */
export function vendorClient(vendor: Vendor): VendorClient {
  const { name, tries: most = TRIES, wait = pause } = vendor

  async function ask<T>(address: string, { tries = most, ...request }: Request, read: Read<T>) {
    const until = Date.now() + vendor.timeoutMs
    for (let left = tries - 1; ; left--) {
      try {
        return await tryOnce(address, request, until, read)
      } catch (error) {
        const fault = explained(error)
        const pauseMs = fault.retryAfter ? fault.retryAfter * 1000 : FIRST_PAUSE_MS * 2 ** (tries - 1 - left)
        if (!fault.isPassing || left === 0 || Date.now() + pauseMs >= until) throw fault
        await wait(pauseMs)
      }
    }
  }

  const tryOnce = <T>(address: string, request: Request, until: number, read: Read<T>): Promise<T | undefined> => {
    const method = request.body ? 'POST' : 'GET'
    const attributes = { 'http.request.method': method, 'server.address': new URL(vendor.baseUrl).host }
    return step(`${method} ${name}`, attributes, (span) => exchange(address, request, until, read, span))
  }

  async function exchange<T>(
    address: string,
    { headers, body, answers = [] }: Request,
    until: number,
    read: Read<T>,
    span: Span | undefined,
  ): Promise<T | undefined> {
    const answer = await fetch(vendor.baseUrl + address, {
      headers: {
        accept: 'application/json',
        ...trailHeaders(),
        ...(body && !isForm(body) && { 'content-type': 'application/json' }),
        ...vendor.headers,
        ...headers,
      },
      ...(body && { method: 'POST', body: isForm(body) ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(1, until - Date.now())),
    })
    span?.set({ 'http.response.status_code': answer.status })
    if (answer.ok || answers.includes(answer.status)) return read(answer)
    await answer.body?.cancel()
    if (answer.status === 404) return
    throw refused(answer)
  }

  function refused({ status, headers }: Response): IntegrationError {
    const answered = status
    if (status === 401 || status === 403)
      return new IntegrationError(`${name} rejected our access key`, { isUndone: true, answered })
    const retryAfter = secondsOf(headers.get('retry-after'))
    if (status === 429) {
      const when = retryAfter ? `in ${counted(retryAfter, 'second')}` : 'in a minute'
      return new IntegrationError(`${name} is rate-limiting us (429). Try again ${when}.`, {
        isPassing: true,
        isUndone: true,
        retryAfter,
        answered,
      })
    }
    if (status >= 500)
      return new IntegrationError(`${name} reported an error (${status})`, { isPassing: true, retryAfter, answered })
    if (status >= 300 && status < 400)
      return new IntegrationError(
        `${name} redirected the request (${status}). Check its address in the server's configuration.`,
        {
          isUndone: true,
          answered,
        },
      )
    return new IntegrationError(`${name} rejected the request (${status})`, { isUndone: true, answered })
  }

  function explained(error: unknown): IntegrationError {
    if (error instanceof IntegrationError) return error
    const { name: kind, cause } = error as Error
    if (kind === 'TimeoutError' || kind === 'AbortError')
      return new IntegrationError(
        `${name} did not answer within ${counted(Math.round(vendor.timeoutMs / 1000), 'second')}`,
        {
          isPassing: true,
        },
      )
    const { code = '' } = (cause ?? error) as NodeJS.ErrnoException
    if (/CERT|SELF_SIGNED|ERR_TLS|LEAF_SIGNATURE/.test(code))
      return new IntegrationError(`${name} cannot be trusted: its certificate is not valid`, { cause, isUndone: true })
    const BROKEN_OFF = ['UND_ERR_SOCKET', 'ECONNRESET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE']
    const problem = BROKEN_OFF.includes(code) ? 'closed the connection early' : 'is not answering'
    const isUndone = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
    return new IntegrationError(`${name} ${problem}`, { isPassing: true, isUndone, cause })
  }

  const parse = <T extends z.core.$ZodType>(text: string, schema: T): z.core.output<T> => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      throw new IntegrationError(`${name} sent an answer that is not JSON`, { isPassing: true })
    }
    const parsed = z.safeParse(schema, value)
    if (parsed.success) return parsed.data
    const { path, message } = parsed.error.issues[0]!
    throw new IntegrationError(`${name} sent an answer in an unknown format (${path.join('.')}: ${message})`)
  }

  const readJson =
    <T extends z.core.$ZodType>(schema: T) =>
    async (answer: Response) =>
      parse((await readAll(answer, JSON_BYTES, name)).toString(), schema)

  return {
    json: (path, { query, headers, answers, schema }) =>
      ask(path + searchOf(query), { headers, answers }, readJson(schema)),
    post: (path, body, { query, headers, answers, schema }) =>
      ask(path + searchOf(query), { headers, answers, body, tries: 1 }, readJson(schema)),
    bytes: (path, maxBytes) => ask(path, { headers: { accept: '*/*' } }, (answer) => readAll(answer, maxBytes, name)),
  }
}

const isForm = (body: object): body is URLSearchParams => body instanceof URLSearchParams

const searchOf = (query: Record<string, string | number | undefined> = {}) => {
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return given.length ? `?${new URLSearchParams(given)}` : ''
}

async function readAll(answer: Response, maxBytes: number, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new IntegrationError(`${name} sent more than ${maxBytes >> 20} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Retry-After is seconds or a date (RFC 9110, 10.2.3). */
const secondsOf = (header: string | null): number | undefined => {
  if (!header) return
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
