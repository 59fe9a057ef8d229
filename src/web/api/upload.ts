import type { Endpoint } from '#contract/endpoint.ts'
import { READ_AFTER } from '#contract/position.ts'
import { config } from '../config.ts'
import { addressOf } from './address.ts'
import { withSession, type Answer } from './client.ts'
import { noteAnswer } from './connection.ts'
import { failureFrom, noAnswer } from './failure.ts'
import { headersOf, newKey, noteWritten } from './send.ts'

type Options = {
  params?: unknown
  /** Form fields sent with the file. */
  fields?: Record<string, string>
  /** Share of bytes sent, 0–1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}
type Sent = { status: number; body: string; retryAfter: string | null }

/**
 * Uploads a file as multipart/form-data.
 * @throws ApiFailure; AbortError when stopped
 */
export async function upload<E extends Endpoint>(row: E, file: File, options: Options = {}): Promise<Answer<E>> {
  const idempotencyKey = newKey()
  const sent = await withSession(row, (token) =>
    transfer(row, file, headersOf(row, token, { idempotencyKey }), options),
  )
  if (sent.status < 200 || sent.status >= 300) throw failureFrom(sent.status, sent.body, sent.retryAfter)
  return JSON.parse(sent.body) as Answer<E>
}

/** Sends with XMLHttpRequest, because fetch reports no upload progress. */
const transfer = (
  row: Endpoint,
  file: File,
  headers: Record<string, string>,
  { params, fields = {}, onProgress, signal }: Options,
) =>
  new Promise<Sent>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file)
    request.open(row.method, addressOf(config.api, row.path, { params }))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (onProgress) request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      noteAnswer(true)
      noteWritten(row, request.getResponseHeader(READ_AFTER))
      resolve({
        status: request.status,
        body: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      })
    }
    request.onerror = () => {
      noteAnswer(false)
      noteWritten(row, null)
      reject(noAnswer())
    }
    request.onabort = () => {
      noteWritten(row, null)
      reject(new DOMException('Stopped', 'AbortError'))
    }
    if (signal?.aborted) return reject(new DOMException('Stopped', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
