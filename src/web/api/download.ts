import type { Endpoint, Input } from '#contract/endpoint.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import { request } from './client.ts'
import { ApiFailure } from './failure.ts'

type Options<E extends Endpoint> = {
  params?: Input<E['params']>
  query?: Input<E['query']>
  /** Downloads a workbook instead of CSV. Its progress is unknown. */
  isWorkbook?: boolean
  /** Share of rows received, 0–1; 0 while the total is unknown. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

const CUT_OFF = 'The download was interrupted and not saved. Try again.'

/**
 * Downloads a complete file under the server's name.
 * @returns the file's name
 * @throws ApiFailure when denied or interrupted; AbortError when stopped
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
  // The heading and each row end a line. A cell may contain more line ends, never fewer.
  const isComplete = isWorkbook ? await endsAsArchive(parts) : row.stream !== 'text/csv' || lines >= rows + 1
  if (!isComplete) throw new ApiFailure(0, { message: CUT_OFF })
  const name = fileName(response.headers.get('content-disposition')) ?? 'download'
  saveAs(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
  return name
}

/** Returns whether an archive is complete: its last 22 bytes locate its list of files. */
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

/** Saves a file on the person's device. */
export function saveAs(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
