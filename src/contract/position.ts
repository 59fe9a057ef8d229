/**
 * A place in the log of the database's primary, by which a replica is asked whether it has got so far. A promoted replica
 * begins a new timeline: whatever is on it comes after all that it had of the one before.
 */
export type Position = { timeline: number; at: number }

/** The header that tells a caller's position, and with which they say it again. */
export const READ_AFTER = 'read-after'

/** Before all of it: for a caller who has written nothing. */
export const BEGINNING: Position = { timeline: 0, at: 0 }

/** Texts of one length, so that the later of two is the greater. */
export const positionText = ({ timeline, at }: Position): string => `${hex(timeline, 8)}-${hex(at, 16)}`
const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')

/** @returns undefined for anything that is none */
export function parsePosition(text: string): Position | undefined {
  if (text === '0') return BEGINNING
  const [, timeline, at] = /^([\da-f]{8})-([\da-f]{16})$/.exec(text) ?? []
  return at === undefined ? undefined : { timeline: Number.parseInt(timeline!, 16), at: Number.parseInt(at, 16) }
}
