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
  /** Key of a POST, so that the server runs it once however often it arrives. */
  idempotencyKey?: string | undefined
  /** Reason for the approver, where the call needs approval. */
  reason?: string | undefined
  /** Media type to request, where the call has several. */
  accept?: string | undefined
  /** Keeps the request running when the page closes. */
  keepalive?: boolean
}

/** Returns the headers of a call. */
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

/**
 * Sends a request, without session handling.
 * @throws ApiFailure 0 without a response; AbortError when stopped
 */
export async function send(row: Endpoint, token: string, sending: Sending): Promise<Response> {
  const { body, signal, keepalive } = sending
  // The browser sets the type of a form, with its boundary.
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

/** Records the position after a response, or after none: the write may have happened. */
export function noteWritten({ method }: Endpoint, position: string | null): void {
  if (position || method !== 'GET') noteReadAfter(position)
}

/** Creates an idempotency key. `randomUUID` is missing on pages without TLS on another machine. */
export const newKey = (): string =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
