import { counted } from '#contract/counted.ts'
import type { Entry } from '#contract/calendar.ts'
import type { Day } from '#contract/time.ts'
import { config } from '#web/config.ts'
import type { CalendarKind } from '#web/feature.ts'
import { showDay, showInstant } from '#web/ui/format.ts'
import { daysOf, whenOn } from '../rules.ts'

/** An entry with what the views ask of it: its kind, and the days that it is on. */
export type CalendarEntry = Omit<Entry, 'kind'> & { kind: CalendarKind; first: Day; last: Day }

export const calendarEntryOf = (entry: Entry, kind: CalendarKind): CalendarEntry => ({
  ...entry,
  kind,
  ...daysOf(entry, config.zone),
})

export const keyOf = ({ kind, id }: CalendarEntry): string => `${kind.kind} ${id}`
export const isOn = ({ first, last }: CalendarEntry, day: Day): boolean => first <= day && day <= last
export const isLong = ({ first, last }: CalendarEntry): boolean => first < last

/** Its words on one of its days; nothing where it is on the whole day. */
export const clockOn = (entry: CalendarEntry, day: Day): string => whenOn(entry, day, config.zone)

/** Its kind, state and whole time, for a tip and for those who hear it. */
export function aboutOf(entry: CalendarEntry): string {
  const { kind, place, state, starts_at, ends_at, all_day, first } = entry
  const time = all_day
    ? showDay(first)
    : starts_at && ends_at
      ? `${showInstant(starts_at)} – ${showInstant(ends_at)}`
      : starts_at
        ? showInstant(starts_at)
        : `ends ${showInstant(ends_at!)}`
  return [kind.one, place, state, time].filter(Boolean).join(', ')
}

/** How many there are, in words. */
export const countText = (count: number): string => (count === 0 ? 'nothing' : counted(count, 'entry', 'entries'))
