import { lookup as systemLookup } from 'node:dns/promises'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { Refusal, tooLarge } from '#server/http/problem.ts'
import { IMAGE_MAX_BYTES } from '../contract.ts'
import { isPublicAddress } from './addresses.ts'
import { TOO_LARGE } from './images.ts'

export type Resolved = { address: string; family: number }

/** Where may be fetched from, and how long it may take. */
export type Policy = {
  /** All addresses of a host name. */
  resolve: (host: string) => Promise<Resolved[]>
  isAllowed: (ip: string) => boolean
  /** Only port 80 for http and 443 for https. */
  onlyDefaultPorts: boolean
  maxRedirects: number
  /** For each answer to begin. */
  headersMs: number
  /** For everything, to the last byte. */
  totalMs: number
}

export const publicInternet: Readonly<Policy> = {
  resolve: (host) => systemLookup(host, { all: true }),
  isAllowed: isPublicAddress,
  onlyDefaultPorts: true,
  maxRedirects: 3,
  headersMs: 5_000,
  totalMs: 20_000,
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const TOO_SLOW = 'The address took too long to respond'

/**
 * Fetches from an address that a person typed, without letting them reach anything inside (SSRF): every address of the
 * host is checked, the connection is made to what was checked, and each redirect goes through the same. Nothing of the
 * caller's request is passed on.
 * @returns the body; it ends in a refusal when it is too large, too slow or breaks off
 * @throws Refusal 422 in words for staff, 413 when it says that it is too large
 */
export async function fetchImage(
  address: string,
  signal: AbortSignal,
  policy: Policy = publicInternet,
): Promise<Readable> {
  const timeUp = new AbortController()
  const timer = setTimeout(() => timeUp.abort(new Refusal(422, TOO_SLOW)), policy.totalMs)
  const done = AbortSignal.any([signal, timeUp.signal])
  try {
    const response = await follow(address, done, policy)
    const body = Readable.from(limited(response, done), { objectMode: false })
    return body.once('close', () => {
      clearTimeout(timer)
      response.destroy()
    })
  } catch (error) {
    clearTimeout(timer)
    throw explained(error, done)
  }
}

async function follow(address: string, signal: AbortSignal, policy: Policy): Promise<IncomingMessage> {
  let next = address
  let base: URL | undefined
  for (let redirects = 0; redirects <= policy.maxRedirects; redirects++) {
    const url = checkedAddress(next, base, policy)
    const response = await inTime(policy.headersMs, signal, async (soon) =>
      request(url, await addressesOf(url, soon, policy), soon),
    )
    const { statusCode = 0, headers } = response
    if (statusCode === 200) {
      if (Number(headers['content-length']) <= IMAGE_MAX_BYTES || !headers['content-length']) return response
      response.destroy()
      throw tooLarge(TOO_LARGE)
    }
    response.destroy()
    if (!REDIRECTS.has(statusCode) || !headers.location)
      throw new Refusal(422, `The address responded with ${statusCode}`)
    next = headers.location
    base = url
  }
  throw new Refusal(422, 'The address redirects too many times')
}

function checkedAddress(address: string, base: URL | undefined, policy: Policy): URL {
  if (!URL.canParse(address, base?.href)) throw new Refusal(422, 'Enter a web address')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Refusal(422, 'The address must start with http:// or https://')
  if (url.username || url.password) throw new Refusal(422, 'The address cannot contain a user name or password')
  if (policy.onlyDefaultPorts && url.port) throw new Refusal(422, 'The address cannot contain a port')
  return url
}

/** All of them must be allowed: one that is not, among others, is how a name server would slip it in. */
async function addressesOf(url: URL, signal: AbortSignal, policy: Policy): Promise<Resolved[]> {
  const host = hostOf(url)
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await orAborted(policy.resolve(host), signal)
  if (found.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
  if (!found.every(({ address }) => policy.isAllowed(address)))
    throw new Refusal(422, 'The address is not on the public internet')
  return found
}

/** Without the brackets of IPv6. Odd spellings of an IPv4 address (2130706433, 0x7f.1) are plain already in a URL. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

function request(url: URL, checked: Resolved[], signal: AbortSignal): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, checked) : done(null, checked[0]!.address, checked[0]!.family)
  const options: RequestOptions = {
    host: hostOf(url),
    port: url.port || undefined,
    path: url.pathname + url.search,
    // No pool: a connection that was opened for something else is never used.
    agent: false,
    lookup,
    headers: { host: url.host, accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Marquee' },
  }
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(options, resolve)
    const abort = () => sent.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    // It stays after the answer began: a connection may fail at any time.
    sent.on('error', reject)
    sent.on('close', () => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
    else sent.end()
  })
}

/** The body as it comes, to the limit of bytes. */
async function* limited(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > IMAGE_MAX_BYTES) throw tooLarge(TOO_LARGE)
      yield chunk
    }
    // What was not read yet when the time was up is lost without an error.
    if (signal.aborted) throw explained(undefined, signal)
  } catch (error) {
    if (!(error instanceof Refusal) && !signal.aborted)
      throw new Refusal(422, 'The address closed the connection during the download')
    throw explained(error, signal)
  }
}

/** Runs a step that has less time than the whole; once it is done, only the whole counts. */
async function inTime<T>(ms: number, signal: AbortSignal, step: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Refusal(422, TOO_SLOW)), ms)
  try {
    return await step(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

/** Why it could not be fetched, in words. */
function explained(error: unknown, signal: AbortSignal): Refusal {
  if (error instanceof Refusal) return error
  if (signal.reason instanceof Refusal) return signal.reason
  if (signal.aborted) return new Refusal(400, 'The request was cancelled')
  const { code = '' } = error as NodeJS.ErrnoException
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code)) return new Refusal(422, 'We cannot find that web address')
  if (/CERT|SSL|TLS|SELF_SIGNED|LEAF_SIGNATURE/.test(code))
    return new Refusal(422, 'The certificate of the address is not valid')
  return new Refusal(422, 'The address did not respond')
}
