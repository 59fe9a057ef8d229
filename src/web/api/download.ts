import type { Endpoint, Input } from '#contract/endpoint.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import { request } from './client.ts'
import { ApiFailure } from './failure.ts'

type Options<E extends Endpoint> = {
  params?: Input<E['params']>
  query?: Input<E['query']>
  /** A workbook in place of CSV; how far it is can then not be said. */
  isWorkbook?: boolean
  /** From 0 to 1, of the rows the server said there are; 0 as long as it has not said. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

const CUT_OFF = 'The download was cut off before its end, so it was not saved. Please try again.'

/**
 * Streams a file to this device under the server's name for it, whole or not at all.
 * @returns the file's name
 * @throws ApiFailure when it is refused or cut off; AbortError when stopped
 */
export async function download<E extends Endpoint>(
  row: E,
  { params, query, isWorkbook = false, onProgress, signal }: Options<E> = {},
): Promise<string> {
  const response = await request(row, { params, query, signal, accept: isWorkbook ? WORKBOOK : undefined })
  const rows = Number(response.headers.get('x-total-count')) || 0
  const parts: BlobPart[] = []
  let lines = 0
  try {
    const reader = response.body!.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      if (isWorkbook) continue
      lines += countLines(value)
      if (rows) onProgress?.(Math.min(1, Math.max(0, lines - 1) / rows))
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiFailure(0, { message: CUT_OFF })
  }
  // A heading and each row end a line; a cell may hold more of them, never fewer.
  const isComplete = isWorkbook ? await endsAsArchive(parts) : row.stream !== 'text/csv' || lines >= rows + 1
  if (!isComplete) throw new ApiFailure(0, { message: CUT_OFF })
  const name = fileName(response.headers.get('content-disposition')) ?? 'download'
  saveAs(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
  return name
}

/** An archive ends with its list of files, of which the last 22 bytes say where it is. */
async function endsAsArchive(parts: BlobPart[]): Promise<boolean> {
  const end = new Uint8Array(await new Blob(parts).slice(-22).arrayBuffer())
  return [0x50, 0x4b, 0x05, 0x06].every((byte, at) => end[at] === byte)
}

export const countLines = (bytes: Uint8Array): number => {
  let found = 0
  for (const byte of bytes) if (byte === 10) found++
  return found
}

const fileName = (disposition: string | null): string | undefined =>
  /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]

/** Hands a file to the person. */
export function saveAs(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
