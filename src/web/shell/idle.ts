/** Idle time before the sign-out and before its warning (core 9). */
const IDLE_MS = 1_800_000
const IDLE_WARNING_MS = 60_000

/** State between the last movement and the idle sign-out (core 9). Durations in ms. */
type Idleness = { state: 'active'; checkIn: number } | { state: 'warning'; left: number } | { state: 'over' }

export function idleness(lastActive: number, now: number): Idleness {
  const left = lastActive + IDLE_MS - now
  if (left <= 0) return { state: 'over' }
  if (left <= IDLE_WARNING_MS) return { state: 'warning', left }
  return { state: 'active', checkIn: left - IDLE_WARNING_MS }
}

/** Such as 0:42. */
export const showLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
