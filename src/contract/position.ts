/**
 * A position in the write-ahead log of the primary, compared with how far a replica has replayed. A promoted replica
 * starts a new timeline: every position on it follows all positions on the previous timeline.
 */
export type Position = { timeline: number; at: number }

/** Header with the position after a caller's last write; the caller sends it back with later reads. */
export const READ_AFTER = 'read-after'

/** The start of the log, for a caller who has written nothing. */
export const BEGINNING: Position = { timeline: 0, at: 0 }

/** Formats a position as text of a fixed length, so that text order is log order. */
export const positionText = ({ timeline, at }: Position): string => `${hex(timeline, 8)}-${hex(at, 16)}`
const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')

/** @returns undefined if the text is not a position */
export function parsePosition(text: string): Position | undefined {
  if (text === '0') return BEGINNING
  const [, timeline, at] = /^([\da-f]{8})-([\da-f]{16})$/.exec(text) ?? []
  return at === undefined ? undefined : { timeline: Number.parseInt(timeline!, 16), at: Number.parseInt(at, 16) }
}
