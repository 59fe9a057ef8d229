import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { ofBusinessDays } from '#contract/business-day.ts'
import { Day } from '#contract/atoms.ts'
import { counted } from '#contract/counted.ts'
import { grantedAt } from '#contract/permissions.ts'
import { addDays } from '#contract/time.ts'
import { CinemaChoice } from '#features/programming/cinemas/contract.ts'
import { PlacePicker } from '#features/programming/cinemas/web/PlacePicker.tsx'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { dates } from '#web/date-names.ts'
import { useAddress } from '#web/list/address.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant, businessToday, cinemaWeek } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { programme } from '../contract.ts'
import { CHANGE_LABELS, CHANGES } from '../rules.ts'
import { programmeGroupsOf, hoursOf, type ProgrammeGroup } from './groups.ts'
import { DayList } from './DayList.tsx'
import { Lanes } from './Lanes.tsx'
import styles from './Schedule.module.css'
import { Steps } from './Steps.tsx'

const inAddress = ofBusinessDays(z.object({ day: Day, cinemas: CinemaChoice }))
/** Seats are sold, and the point of sale is asked again, all the time. */
const REFRESH_MS = 60_000

/**
 * What plays in which screen at what time, with seats sold and free: a day of several cinemas, or a cinema week of one.
 * What the point of sale cancelled, moved or added since yesterday is marked.
 */
export function SchedulePage() {
  const scope = grantedAt(useMe()!, programme.schedule.permission)
  const [{ day = businessToday(), cinemas }, setAddress] = useAddress(inAddress)
  const isSmall = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const isOne = (cinemas ?? (scope === 'chain' ? [] : scope)).length === 1
  const days = isOne ? cinemaWeek(day) : { from: day, until: day }
  const reading = useRead(
    programme.schedule,
    { query: { start_date: days.from, end_date: days.until, cinemas: cinemas?.join() } },
    { refetchInterval: () => REFRESH_MS },
  )
  const { data, error, isPlaceholderData, refetch } = reading
  const groups = useMemo(
    () => data && !isPlaceholderData && programmeGroupsOf(data.cinemas, isOne),
    [data, isPlaceholderData, isOne],
  )
  const step = (by: number) => setAddress({ day: addDays(days.from, isOne ? 7 * by : by) })

  return (
    <Page
      title="Schedule"
      // Its line is there before its words are.
      note={data ? noteOf(data.as_of, groups || []) : '\u00a0'}
      actions={
        <>
          <Steps
            of={isOne ? 'week' : 'day'}
            label={isOne ? dates.span(days.from, days.until) : dates.full(day)}
            now={isOne ? 'This week' : 'Today'}
            onStep={step}
            onNow={() => setAddress({ day: undefined })}
          />
          <PlacePicker
            permission={programme.schedule.permission}
            chosen={cinemas}
            onChange={(to) => setAddress({ cinemas: to })}
          />
        </>
      }
    >
      {error && !data ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : !groups ? (
        <div className={styles.loading} aria-busy>
          {Array.from({ length: 4 }, (_, at) => (
            <Skeleton key={at} height={180} radius={10} />
          ))}
        </div>
      ) : groups.every(({ showings }) => showings.length === 0) ? (
        <Card>
          <EmptyState
            icon={IconCalendarOff}
            title="Nothing is scheduled"
            text="The point of sale has no showings on these days"
          />
        </Card>
      ) : (
        <ProgrammeGroups groups={groups} isSmall={isSmall} />
      )}
      {error && data && <ErrorState error={error} onRetry={refetch} compact />}
    </Page>
  )
}

function ProgrammeGroups({ groups, isSmall }: { groups: readonly ProgrammeGroup[]; isSmall: boolean }) {
  const hours = hoursOf(groups)
  return groups
    .filter(({ showings }) => showings.length > 0)
    .map((group) => (
      <section key={group.id} className={styles.group} aria-label={group.title}>
        <header className={styles.head}>
          <h2>{group.title}</h2>
          <p>{group.summary}</p>
        </header>
        {isSmall ? <DayList {...group} /> : <Lanes {...group} hours={hours} />}
      </section>
    ))
}

function noteOf(asOf: string | null, groups: readonly ProgrammeGroup[]): string {
  const changes = groups.flatMap(({ showings }) => showings.flatMap(({ change }) => change ?? []))
  const label = CHANGES.flatMap((kind) => {
    const many = changes.filter((change) => change === kind).length
    return many ? [`${many} ${CHANGE_LABELS[kind].toLowerCase()}`] : []
  })
  return [
    asOf && `As of ${showInstant(asOf)}`,
    changes.length
      ? `${counted(changes.length, 'change')} since yesterday: ${label.join(', ')}`
      : 'No changes since yesterday',
  ]
    .filter(Boolean)
    .join(' · ')
}
