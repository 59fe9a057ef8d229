import type { Day } from '#contract/time.ts'
import type { More } from './MoreNote.tsx'
import type { CalendarEntry } from './format.ts'

/** What every view of the calendar is given; no entries while they are on their way. */
export type ViewProps = {
  entries: readonly CalendarEntry[] | undefined
  more: readonly More[]
  today: Day
  /** Opens the list of a day. */
  onList: (day: Day) => void
}
