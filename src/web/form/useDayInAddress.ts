import { useSearch } from '@tanstack/react-router'
import { isDay, type Day } from '#contract/time.ts'

/** Returns the day in the address of a form (`?date=2026-12-24`); undefined without a valid day. */
export function useDayInAddress(): Day | undefined {
  const { date } = useSearch({ strict: false }) as Record<string, unknown>
  return typeof date === 'string' && isDay(date) ? date : undefined
}
