import type { Endpoint } from '#contract/endpoint.ts'
import { REASON_HEADER } from '#contract/approval.ts'
import { BUILD } from '#contract/build.ts'
import { READ_AFTER } from '#contract/position.ts'
import { config } from '../config.ts'
import { noteBuild } from '../worker.ts'
import { addressOf, type AddressParts } from './address.ts'
import { noteAnswer } from './connection.ts'
import { takeEarly } from './early.ts'
import { noAnswer } from './failure.ts'
import { noteReadAfter, readAfterHeader } from './read-after.ts'

export type Sending = AddressParts & {
  body?: unknown
  signal?: AbortSignal | undefined
  /** Sent with a POST, so that the server does it once however often it arrives. */
  idempotencyKey?: string | undefined
  /** Why it is proposed to a second person, where it needs one. */
  reason?: string | undefined
  /** The media type that is wanted, where there are several. */
  accept?: string | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** What a row's request carries besides its body. */
export const headersOf = (
  row: Endpoint,
  token: string,
  { idempotencyKey, reason, accept }: Sending,
): Record<string, string> => ({
  ...(accept && { accept }),
  ...(token && { authorization: `Bearer ${token}` }),
  ...(row.method === 'GET' && readAfterHeader()),
  ...(row.method === 'POST' && { 'idempotency-key': idempotencyKey ?? newKey() }),
  ...(reason && { [REASON_HEADER]: encodeURIComponent(reason) }),
})

/** One request, without any care for the session. @throws ApiFailure 0 when no answer comes; AbortError when stopped */
export async function send(row: Endpoint, token: string, sending: Sending): Promise<Response> {
  const { body, signal, keepalive } = sending
  // A form names its own type, with the line that parts it.
  const isJson = body !== undefined && !(body instanceof FormData)
  const init: RequestInit = {
    method: row.method,
    headers: { ...headersOf(row, token, sending), ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }
  try {
    const address = addressOf(config.api, row.path, sending)
    const response = (row.method === 'GET' && (await takeEarly(address, token))) || (await fetch(address, init))
    noteAnswer(true)
    noteWritten(row, response.headers.get(READ_AFTER))
    noteBuild(response.headers.get(BUILD))
    return response
  } catch (error) {
    noteWritten(row, null)
    if (signal?.aborted) throw error
    noteAnswer(false)
    throw noAnswer()
  }
}

/** Of an answer, or of none: a write may have been done all the same. */
export function noteWritten({ method }: Endpoint, position: string | null): void {
  if (position || method !== 'GET') noteReadAfter(position)
}

/** A key for one save. `randomUUID` is missing where the page is served without TLS on another machine. */
export const newKey = (): string =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
