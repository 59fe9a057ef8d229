import { useSyncExternalStore } from 'react'
import { clockOf, dayOf, type Day } from '#contract/time.ts'
import { config } from '#web/config.ts'

const LOOK_MS = 10_000
const subscribe = (look: () => void) => {
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
const minute = () => Math.floor(Date.now() / 60_000)

/** Today and the minute of the day in the chain's zone; they go on by themselves. */
export function useMinute(): { today: Day; minute: number } {
  const now = useSyncExternalStore(subscribe, minute) * 60_000
  return { today: dayOf(now, config.zone), minute: minutesOf(now) }
}

/** An instant as minutes of its day. */
export function minutesOf(at: string | number): number {
  const [hours, minutes] = clockOf(at, config.zone).split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
