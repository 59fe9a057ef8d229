import type { Slice } from '../integrations/storage/port.ts'

/**
 * Returns the range of a Range header (RFC 9110, 14). Undefined: ignored, as several ranges or another unit are.
 * 'beyond': the file has no such bytes.
 */
export function sliceOf(range: string | undefined, bytes: number): Slice | 'beyond' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined || (!from && !to)) return
  const last = bytes - 1
  if (!from) return Number(to) && bytes ? { start: Math.max(0, bytes - Number(to)), end: last } : 'beyond'
  const start = Number(from)
  const end = to ? Math.min(Number(to), last) : last
  if (to && Number(to) < start) return
  return start > last ? 'beyond' : { start, end }
}
