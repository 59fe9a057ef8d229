import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { refusal } from '#contract/permissions.ts'
import { addDays, showDay, type Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { today } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { cubes, type Cube, type OccupiedSlot } from '../contract.ts'
import { NOT_REDEEMED, showGuests, slotsOf, stateOf, hourBlockedReason, type Hours } from '../rules.ts'
import { dayAt, hourAt, showChoice, showHour } from './format.ts'
import styles from './Week.module.css'

const DAYS = 7

type Props = {
  /** Undefined until the cubes are known. */
  cube: Cube | undefined
  start: Day
  onStart: (day: Day) => void
  /** For a free hour; a deleted cube has none. */
  onBook: ((at: string) => void) | undefined
  onOpen: (bookingId: string) => void
}

/** Seven days of a cube, hour by hour: who has which, and what is free. On a phone the days stand below each other. */
export default function Week({ cube, start, onStart, onBook, onOpen }: Props) {
  const reading = useRead(
    cubes.calendar,
    { params: { id: cube?.id ?? 0 }, query: { start_date: start } },
    { enabled: cube !== undefined },
  )
  const days = Array.from({ length: DAYS }, (_, n) => addDays(start, n))
  const rows = reading.isPlaceholderData ? undefined : reading.data
  return (
    <Card
      title={`${showDay(start)} to ${showDay(days.at(-1)!)}`}
      actions={
        <div className={styles.move}>
          <Button variant="default" size="xs" disabled={start === today()} onClick={() => onStart(today())}>
            From today
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Seven days earlier"
            onClick={() => onStart(addDays(start, -DAYS))}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Seven days later"
            onClick={() => onStart(addDays(start, DAYS))}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </div>
      }
    >
      {reading.error && !rows ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : cube && rows ? (
        <>
          <ul className={styles.legend} aria-label="Legend">
            {LEGEND.map(({ label, ...looks }) => (
              <li key={label} className={styles.key} {...looks}>
                {label}
              </li>
            ))}
          </ul>
          <div className={styles.week}>
            {days.map((day) => (
              <DayColumn
                key={day}
                day={day}
                cube={cube}
                hours={hoursOf(cube, rows)}
                occupied={rows}
                onBook={onBook}
                onOpen={onOpen}
              />
            ))}
          </div>
        </>
      ) : (
        <Skeleton height={520} />
      )}
    </Card>
  )
}

/** What an hour can be, as it looks below. */
const LEGEND = [
  { label: 'Booked' },
  { label: 'Waiting for approval', 'data-status': 'Pending' },
  { label: 'Requested new time', 'data-requested': true },
  { label: 'Redeemed', 'data-status': 'Redeemed' },
  { label: NOT_REDEEMED.label, 'data-status': NOT_REDEEMED.label },
  { label: 'Free', 'data-free': true },
]

/** The cube's hours, and those of bookings that were made when it had others. */
const hoursOf = ({ first_hour, last_hour }: Cube, occupied: readonly OccupiedSlot[]): Hours => {
  const hours = occupied.map(({ date_time }) => hourAt(date_time))
  return { firstHour: Math.min(first_hour, ...hours), lastHour: Math.max(last_hour, ...hours) }
}

type DayProps = Pick<Props, 'onBook' | 'onOpen'> & {
  cube: Cube
  day: Day
  hours: Hours
  occupied: readonly OccupiedSlot[]
}

function DayColumn({ day, cube, hours, occupied, onBook, onOpen }: DayProps) {
  const isRefused = Boolean(refusal(useMe(), cubes.book.permission))
  const now = new Date()
  const isFree = (at: string) =>
    !hourBlockedReason(new Date(at), { firstHour: cube.first_hour, lastHour: cube.last_hour }, now, config.zone)
  const slots = slotsOf(day, hours, config.zone).map((slot) => ({
    ...slot,
    by: occupied.find(({ date_time }) => date_time === slot.date_time),
  }))
  const isBare = slots.every(({ by, date_time }) => !by && !isFree(date_time))
  return (
    <section className={styles.day} data-today={day === today() || undefined} aria-label={showChoice(day)}>
      <h3 className={styles.heading}>
        {dates.weekday(day)} <span>{showDay(day).slice(0, 5)}</span>
      </h3>
      {isBare && <p className={styles.bare}>No bookings</p>}
      <ol className={styles.hours}>
        {slots.map(({ label, date_time, by }) => (
          <li key={date_time} data-empty={(!by && !isFree(date_time)) || undefined}>
            {by ? (
              <button
                type="button"
                className={styles.occupied}
                data-status={stateOf(by)}
                data-requested={by.is_requested || undefined}
                onClick={() => onOpen(by.booking_id)}
              >
                <b>{by.full_name || by.status}</b>
                <span>
                  {showHour(by.date_time)}, {showGuests(by.guest_count)}
                </span>
                <span className={styles.more}>{by.movie_title}</span>
                <span className={styles.more}>{by.is_requested ? 'Requested' : stateOf(by)}</span>
              </button>
            ) : onBook && !isRefused && isFree(date_time) ? (
              <button
                type="button"
                className={styles.free}
                aria-label={`Book ${showDay(dayAt(date_time))} at ${label}`}
                onClick={() => onBook(date_time)}
              >
                {label}
              </button>
            ) : (
              <span className={styles.past}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
