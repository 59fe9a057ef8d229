import type { CSSProperties } from 'react'
import type { Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DayNumber, dayLabel } from './DayNumber.tsx'
import { EntryLink } from './EntryLink.tsx'
import { HolidayNote } from './HolidayNote.tsx'
import { DAY_MINUTES, firstHour, inColumns, inLanes, SHORTEST } from './layout.ts'
import { MoreButton } from './MoreButton.tsx'
import { moreOn } from './MoreNote.tsx'
import { isLong, isOn, keyOf, type CalendarEntry } from './format.ts'
import { minutesOf } from './useMinute.ts'
import type { ViewProps } from './views.ts'
import styles from './WeekGrid.module.css'

/** So many lines above the hours at most, the last of which then says what has no room; so many until that is known. */
const MOST_LANES = 6
const DEFAULT_LANES = 2
/** Minutes that are as high as one line of words, and no more. */
const LINE = 80
const DAY_HOURS = DAY_MINUTES / 60

type Props = ViewProps & { week: readonly Day[]; minute: number }

/** A week: what is on whole days or several above, what has its time on one day at its hour. */
export function WeekGrid({ week, entries, more, today, minute, onList }: Props) {
  const isAbove = (entry: CalendarEntry) => entry.all_day || isLong(entry)
  const { bars, hidden, lanes } = inLanes(entries?.filter(isAbove) ?? [], week, MOST_LANES)
  const days = week.map((day) => {
    const ofDay = entries?.filter((entry) => isOn(entry, day))
    return { day, count: ofDay?.length, timed: (ofDay ?? []).filter((entry) => !isAbove(entry)).map(timedOf) }
  })
  const first = firstHour(days.flatMap(({ timed }) => timed.map(({ from }) => from)))
  const percent = (minutes: number) => `${(100 * minutes) / (DAY_MINUTES - first * 60)}%`
  const placed = (from: number, until: number, column = 0, columns = 1) => ({
    top: percent(from - first * 60),
    height: percent(until - from),
    left: `${(column / columns) * 100}%`,
    width: `${100 / columns}%`,
  })
  const room = { '--lanes': entries ? Math.max(1, lanes) : DEFAULT_LANES, '--hours': DAY_HOURS - first }
  return (
    <div className={styles.week} style={room as CSSProperties}>
      <div className={styles.gutter} aria-hidden>
        {Array.from({ length: DAY_HOURS - first - 1 }, (_, at) => (
          <span key={at} className={styles.hour} style={{ '--hour': at + 1 } as CSSProperties}>
            {String(first + at + 1).padStart(2, '0')}:00
          </span>
        ))}
      </div>
      {days.map(({ day, count, timed }, at) => {
        const { blocks, folds } = inColumns(timed)
        const isTruncated = moreOn(more, day).length > 0
        return (
          <div
            key={day}
            role="group"
            aria-label={dayLabel(day, today, count)}
            className={styles.day}
            data-today={day === today || undefined}
          >
            <div className={styles.head}>
              <span className={styles.weekday} aria-hidden>
                {dates.weekday(day)}
              </span>
              <DayNumber day={day} today={today} count={count} onList={onList} />
              <HolidayNote day={day} />
            </div>
            <ul className={styles.above}>
              {bars
                .filter((bar) => bar.at === at)
                .map(({ entry, span, lane, ...ends }) => (
                  <li
                    key={keyOf(entry)}
                    className={styles.place}
                    style={{ '--lane': lane, '--span': span } as CSSProperties}
                  >
                    <EntryLink entry={entry} day={day} {...ends} />
                  </li>
                ))}
              {hidden[at]! > 0 && (
                <li className={styles.place} style={{ '--lane': lanes - 1, '--span': 1 } as CSSProperties}>
                  <MoreButton day={day} count={hidden[at]!} isTruncated={isTruncated} onList={onList} />
                </li>
              )}
            </ul>
            <ul className={styles.hours}>
              {!entries && at % 2 === 1 && (
                <li className={styles.block} style={placed(600 + at * 40, 700 + at * 40)} aria-hidden>
                  <Skeleton height="100%" />
                </li>
              )}
              {blocks.map(({ entry, from, until, column, columns }) => (
                <li key={keyOf(entry)} className={styles.block} style={placed(from, until, column, columns)}>
                  <EntryLink entry={entry} day={day} lasts={until - from > LINE ? 'long' : 'short'} />
                </li>
              ))}
              {folds.map(({ from, count: folded }) => (
                <li key={from} className={styles.block} style={placed(from, from + SHORTEST, 2, 3)}>
                  <MoreButton day={day} count={folded} isTruncated={isTruncated} isNarrow onList={onList} />
                </li>
              ))}
              {day === today && minute >= first * 60 && (
                <li className={styles.now} style={{ top: percent(minute - first * 60) }} aria-hidden />
              )}
            </ul>
          </div>
        )
      })}
    </div>
  )
}

/** A moment takes no time; what ends at midnight ends with its day. */
function timedOf(entry: CalendarEntry) {
  const from = minutesOf((entry.starts_at ?? entry.ends_at)!)
  const until = entry.starts_at && entry.ends_at ? minutesOf(entry.ends_at) || DAY_MINUTES : from
  return { entry, from, until }
}
