import type { CSSProperties } from 'react'
import type { Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DayNumber, dayLabel } from './DayNumber.tsx'
import { EntryLink } from './EntryLink.tsx'
import { HolidayNote } from './HolidayNote.tsx'
import { inLanes } from './layout.ts'
import { MoreButton } from './MoreButton.tsx'
import { moreOn } from './MoreNote.tsx'
import styles from './MonthGrid.module.css'
import { isOn, keyOf } from './format.ts'
import type { ViewProps } from './views.ts'

/** A day has so many lines, and more where there is more; the last one then says what has no room. */
const LEAST_LANES = 4
const MOST_LANES = 6
/** Where something stands until it is known what, by the number of the day. */
const BONES = [0, 2, 1, 0, 1, 0, 2, 1, 0, 1, 1]

type Props = ViewProps & { weeks: readonly Day[][]; month: Day }

/** The weeks of a month: what is on several days is a bar over them. */
export const MonthGrid = ({ weeks, month, ...view }: Props) => (
  <div className={styles.grid}>
    <div className={styles.weekdays} aria-hidden>
      {weeks[0]!.map((day) => (
        <span key={day}>{dates.weekday(day)}</span>
      ))}
    </div>
    {weeks.map((week) => (
      <Week key={week[0]} {...view} week={week} month={month} />
    ))}
  </div>
)

function Week({ week, month, entries, more, today, onList }: Omit<Props, 'weeks'> & { week: readonly Day[] }) {
  const { bars, hidden, lanes } = inLanes(entries ?? [], week, MOST_LANES)
  return (
    <div className={styles.week} style={{ '--lanes': Math.max(LEAST_LANES, lanes) } as CSSProperties}>
      {week.map((day, at) => {
        const count = entries?.filter((entry) => isOn(entry, day)).length
        return (
          <div
            key={day}
            role="group"
            aria-label={dayLabel(day, today, count)}
            className={styles.day}
            data-outside={day.slice(0, 7) !== month.slice(0, 7) || undefined}
          >
            <div className={styles.head}>
              <DayNumber day={day} today={today} count={count} onList={onList} />
              <HolidayNote day={day} />
            </div>
            <ul className={styles.entries}>
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
                  <MoreButton
                    day={day}
                    count={hidden[at]!}
                    isTruncated={moreOn(more, day).length > 0}
                    onList={onList}
                  />
                </li>
              )}
            </ul>
            {!entries && <Bones count={BONES[Number(day.slice(8)) % BONES.length]!} />}
          </div>
        )
      })}
    </div>
  )
}

const Bones = ({ count }: { count: number }) => (
  <div className={styles.bones}>
    {Array.from({ length: count }, (_, at) => (
      <Skeleton key={at} height={20} width={at ? '62%' : '86%'} />
    ))}
  </div>
)
