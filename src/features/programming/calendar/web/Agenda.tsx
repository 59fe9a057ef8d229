import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { counted } from '#contract/counted.ts'
import { addDays, type Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Agenda.module.css'
import { dayLabel } from './DayNumber.tsx'
import entryStyles from './Entry.module.css'
import { EntryRow } from './EntryRow.tsx'
import { HolidayNote, holidayOf } from './HolidayNote.tsx'
import { MoreNote } from './MoreNote.tsx'
import { isLong, keyOf, type CalendarEntry } from './format.ts'
import type { ViewProps } from './views.ts'

type Props = Omit<ViewProps, 'onList'> & { from: Day; until: Day }

/**
 * The days on which something begins or ends, one after the other. What is on several days stands at the first and the
 * last of them; what began before, at the top. Days that are over wait behind a button.
 */
export function Agenda({ entries, more, today, from, until }: Props) {
  const [withPast, setWithPast] = useState(false)
  if (!entries) return <Bones />
  const begunBefore = entries.filter((entry) => entry.first < from && entry.last >= from)
  const runsOn = more.filter((one) => one.day <= from && from < one.until)
  const days: { day: Day; on: CalendarEntry[] }[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const on = entries.filter((entry) => entry.first === day || (isLong(entry) && entry.last === day))
    if (on.length || day === today || holidayOf(day)) days.push({ day, on })
  }
  if (!begunBefore.length && !runsOn.length && days.every(({ day, on }) => !on.length && !holidayOf(day)))
    return (
      <EmptyState
        icon={IconCalendarOff}
        title="Nothing is scheduled"
        text="Use the arrows to see other days, or show all kinds"
      />
    )
  const isNow = from <= today && today <= until
  const past = isNow && !withPast ? days.filter(({ day }) => day < today) : []
  return (
    <div className={styles.agenda}>
      {past.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.past}
          onClick={() => setWithPast(true)}
        >
          {`Show ${counted(past.length, 'earlier day')}`}
        </Button>
      )}
      {(begunBefore.length > 0 || runsOn.length > 0) && (
        <Group title="Ongoing" label="Ongoing">
          <ul className={entryStyles.list}>
            {begunBefore.map((entry) => (
              <EntryRow key={keyOf(entry)} entry={entry} day={from} />
            ))}
          </ul>
          <MoreNote day={from} more={runsOn} />
        </Group>
      )}
      {days.slice(past.length).map(({ day, on }) => (
        <Group
          key={day}
          day={day}
          title={dates.brief(day)}
          label={dayLabel(day, today, on.length)}
          isToday={day === today}
        >
          <ul className={entryStyles.list}>
            {on.map((entry) => (
              <EntryRow key={keyOf(entry)} entry={entry} day={day} />
            ))}
          </ul>
          {!on.length && day === today && <p className={entryStyles.moreNote}>Nothing starts or ends today</p>}
          <MoreNote day={day} more={more.filter((one) => one.day === day)} />
        </Group>
      ))}
    </div>
  )
}

type GroupProps = { day?: Day; title: string; label: string; isToday?: boolean; children: ReactNode }
const Group = ({ day, title, label, isToday, children }: GroupProps) => (
  <div role="group" aria-label={label} className={styles.day}>
    <h3 className={styles.title} data-today={isToday || undefined}>
      {title}
      {isToday && <span className={styles.tag}>Today</span>}
      {day && <HolidayNote day={day} />}
    </h3>
    {children}
  </div>
)

const Bones = () => (
  <div className={styles.agenda} aria-hidden>
    {[0, 1, 2, 3].map((at) => (
      <div key={at} className={styles.day}>
        <Skeleton width={150} height={16} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    ))}
  </div>
)
