import type { CSSProperties } from 'react'
import type { Day } from '#contract/time.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DayNumber, dayLabel } from './DayNumber.tsx'
import { EntryLink } from './EntryLink.tsx'
import { DAY_MINUTES, inColumns, inLanes, SHORTEST } from './layout.ts'
import { MoreButton } from './MoreButton.tsx'
import { moreOn } from './MoreNote.tsx'
import { isLong, isOn, keyOf, weekdayName, type Shown } from './shown.ts'
import { minutesOf } from './useMinute.ts'
import type { ViewProps } from './views.ts'
import styles from './WeekGrid.module.css'

/** So many lines above the hours, the last of which says what has no room. */
const LANES = 3
/** Minutes that are as high as one line of words, and no more. */
const LINE = 80
const HOURS = Array.from({ length: 23 }, (_, hour) => `${String(hour + 1).padStart(2, '0')}:00`)

type Props = ViewProps & { week: readonly Day[]; minute: number }

/** A week: what is on whole days or several above, what has its time on one day at its hour. */
export function WeekGrid({ week, entries, more, today, minute, onList }: Props) {
  const isAbove = (entry: Shown) => entry.all_day || isLong(entry)
  const { bars, hidden } = inLanes(entries?.filter(isAbove) ?? [], week, LANES)
  return (
    <div className={styles.week} style={{ '--lanes': LANES } as CSSProperties}>
      <div className={styles.gutter} aria-hidden>
        {HOURS.map((hour, at) => (
          <span key={hour} className={styles.hour} style={{ '--hour': at + 1 } as CSSProperties}>
            {hour}
          </span>
        ))}
      </div>
      {week.map((day, at) => {
        const ofDay = entries?.filter((entry) => isOn(entry, day))
        const { blocks, folds } = inColumns((ofDay ?? []).filter((entry) => !isAbove(entry)).map(timedOf))
        const isCut = moreOn(more, day).length > 0
        return (
          <div
            key={day}
            role="group"
            aria-label={dayLabel(day, today, ofDay?.length)}
            className={styles.day}
            data-today={day === today || undefined}
          >
            <div className={styles.head}>
              <span className={styles.weekday} aria-hidden>
                {weekdayName(day)}
              </span>
              <DayNumber day={day} today={today} count={ofDay?.length} onList={onList} />
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
                <li className={styles.place} style={{ '--lane': LANES - 1, '--span': 1 } as CSSProperties}>
                  <MoreButton day={day} count={hidden[at]!} isCut={isCut} onList={onList} />
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
              {folds.map(({ from, count }) => (
                <li key={from} className={styles.block} style={placed(from, from + SHORTEST, 2, 3)}>
                  <MoreButton day={day} count={count} isCut={isCut} isNarrow onList={onList} />
                </li>
              ))}
              {day === today && <li className={styles.now} style={{ top: percent(minute) }} aria-hidden />}
            </ul>
          </div>
        )
      })}
    </div>
  )
}

/** A moment takes no time; what ends at midnight ends with its day. */
function timedOf(entry: Shown) {
  const from = minutesOf((entry.starts_at ?? entry.ends_at)!)
  const until = entry.starts_at && entry.ends_at ? minutesOf(entry.ends_at) || DAY_MINUTES : from
  return { entry, from, until }
}

const percent = (minute: number) => `${(minute / DAY_MINUTES) * 100}%`
const placed = (from: number, until: number, column = 0, columns = 1) => ({
  top: percent(from),
  height: percent(until - from),
  left: `${(column / columns) * 100}%`,
  width: `${100 / columns}%`,
})
