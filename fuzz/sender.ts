import { once } from 'node:events'
import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** What came back, or how it failed. */
export type Answer = {
  /** Until it had come whole; `firstMs`: until its headers had. */
  ms: number
  firstMs?: number
  /** The answer as far as it was read; unpacked. */
  received?: { status: number; headers: http.IncomingHttpHeaders; body: Buffer; isTruncated: boolean }
  /** `hung`: nothing whole within the time; `broken`: the connection failed; `unsendable`: no client sends this. */
  failed?: 'hung' | 'broken' | 'unsendable'
  /** The failure in the words of Node. */
  reason?: string
}
type Sending = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | undefined
  /** A loopback address to call from, on a connection of its own. */
  from?: string | undefined
}
export type Send = (sending: Sending) => Promise<Answer>

/** More of an answer is not read. */
const MOST_BYTES = 1_500_000
const GIVEN_UP_MS = 30_000

/** Sends to the API of a server at this machine. */
export function sender(address: string): { send: Send; close: () => void } {
  const { hostname: host, port } = new URL(address)
  const agent = new http.Agent({ keepAlive: true })
  const tryOnce = async ({ method, path, headers, body, from }: Sending): Promise<Answer> => {
    const since = performance.now()
    const took = (outcome: Omit<Answer, 'ms'>): Answer => ({ ms: performance.now() - since, ...outcome })
    const signal = AbortSignal.timeout(GIVEN_UP_MS)
    const way = from ? { localAddress: from, agent: false as const } : { agent }
    const options = { host, port, method, path: `/api${path}`, headers: headersOf(headers, body), signal, ...way }
    let request: http.ClientRequest
    try {
      request = http.request(options)
    } catch (error) {
      return took({ failed: 'unsendable', reason: String(error) })
    }
    // One that comes after the answer says nothing.
    request.on('error', () => {})
    try {
      request.end(body)
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      const firstMs = performance.now() - since
      const received = await read(response)
      if (received.isTruncated) request.destroy()
      return took({ firstMs, received })
    } catch (error) {
      return took({ failed: signal.aborted ? 'hung' : 'broken', reason: String(error) })
    }
  }
  return {
    send: async (sending) => {
      const answer = await tryOnce(sending)
      // A kept connection may have been closed by what came before: what counts happens on one of its own.
      return answer.failed === 'broken' && !sending.from ? tryOnce({ ...sending, from: '127.0.0.1' }) : answer
    },
    close: () => agent.destroy(),
  }
}

const headersOf = (headers: Record<string, string> = {}, body: Buffer | undefined) => ({
  ...headers,
  ...(body && { 'content-length': body.length }),
})

async function read(response: http.IncomingMessage): Promise<NonNullable<Answer['received']>> {
  const { statusCode = 0, headers } = response
  const chunks: Buffer[] = []
  let bytes = 0
  // What goes on for ever is read no further than its headers.
  let isTruncated = headers['content-type']?.includes('event-stream') ?? false
  if (!isTruncated)
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MOST_BYTES) {
        isTruncated = true
        break
      }
    }
  return {
    status: statusCode,
    headers,
    body: plain(Buffer.concat(chunks), headers['content-encoding'], isTruncated),
    isTruncated,
  }
}

function plain(body: Buffer, encoding: string | undefined, isTruncated: boolean): Buffer {
  if (isTruncated || body.length === 0) return body
  return encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
}

export const jsonOf = (answer: Answer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(String(answer.received?.body))
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

let calls = 0
/** Another of this machine's addresses each time, in another network: what is counted by address is not counted here. */
export const freshAddress = (): string => {
  calls++
  return `127.${1 + (Math.floor(calls / 60_000) % 250)}.${1 + (calls % 250)}.${1 + (Math.floor(calls / 250) % 240)}`
}
