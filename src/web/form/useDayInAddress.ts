import { useSearch } from '@tanstack/react-router'
import { isDay, type Day } from '#contract/time.ts'

/** The day that a form is opened with (`?date=2026-12-24`); undefined where the address has none, or one that is no day. */
export function useDayInAddress(): Day | undefined {
  const { date } = useSearch({ strict: false }) as Record<string, unknown>
  return typeof date === 'string' && isDay(date) ? date : undefined
}
