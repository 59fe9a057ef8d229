import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { Day } from '#contract/atoms.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { Segments } from '#web/charts/Segments.tsx'
import { useFeatures } from '#web/features.ts'
import { useAddress } from '#web/list/address.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import { calendar, Kinds } from '../contract.ts'
import { monthEnd, monthStart, VIEWS, weeksOf, type View } from '../rules.ts'
import { Agenda } from './Agenda.tsx'
import styles from './Calendar.module.css'
import './kinds.css'
import { kindsOf } from './kinds.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { isOn, calendarEntryOf } from './format.ts'
import { Toolbar } from './Toolbar.tsx'
import { useMinute } from './useMinute.ts'
import { WeekGrid } from './WeekGrid.tsx'

const DayDialog = lazyDialog(() => import('./DayDialog.tsx').then((module) => module.DayDialog))

/** `list` is the day whose list is open. */
const inAddress = z.object({ view: z.enum(VIEWS), day: Day, kinds: Kinds, list: Day })
const VIEW_LABELS: Record<View, string> = { month: 'Month', week: 'Week' }
/** Things begin and end by themselves, and others write: the calendar follows. */
const REFRESH_MS = 30_000

/** The one calendar of everything that is scheduled: a grid, or on a small screen a list by day. */
export function CalendarPage() {
  const me = useMe()
  const [{ view = 'month', day: chosen, kinds: filter, list }, setAddress] = useAddress(inAddress)
  const { today, minute } = useMinute()
  const isSmall = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const features = useFeatures()
  const kinds = useMemo(() => kindsOf(features, me), [features, me])
  const day = chosen ?? today
  const weeks = useMemo(() => weeksOf(view, day), [view, day])
  const days = { from: weeks[0]![0]!, until: weeks.at(-1)!.at(-1)! }
  const wanted = filter?.split(',').filter((name) => kinds.some(({ kind }) => kind === name)) ?? []
  const reading = useRead(
    calendar.list,
    { query: { ...days, kinds: wanted.join(',') || undefined } },
    { refetchInterval: () => REFRESH_MS },
  )
  const { data, error, isPlaceholderData, refetch } = reading

  const of = new Map(kinds.map((kind) => [kind.kind, kind]))
  const entries = data?.entries.flatMap((entry) => {
    const kind = of.get(entry.kind)
    return kind && (!wanted.length || wanted.includes(entry.kind)) ? [calendarEntryOf(entry, kind)] : []
  })
  const more = (data?.more ?? []).flatMap((one) => {
    const kind = of.get(one.kind)
    return kind ? [{ ...one, kind }] : []
  })
  const onList = (on: typeof list) => setAddress({ list: on })
  const range = view === 'week' ? days : { from: monthStart(day), until: monthEnd(day) }
  const views = { entries, more, today, onList }

  return (
    <Page
      title="Calendar"
      note={`Days and times are in ${ZONE_NAME}`}
      actions={
        <Segments
          label="View"
          options={VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
          value={view}
          onChange={(to) => setAddress({ view: to === 'month' ? undefined : to })}
        />
      }
    >
      <Card flush>
        <Toolbar
          view={view}
          day={day}
          range={range}
          kinds={kinds}
          wanted={wanted}
          onDay={(to) => setAddress({ day: to, list: undefined })}
          onKinds={(to) => setAddress({ kinds: to.join(',') || undefined })}
          isEmpty={kinds.length > 0 && !isSmall && !isPlaceholderData && entries?.length === 0}
        />
        {!kinds.length ? (
          <EmptyState
            icon={IconCalendarOff}
            title="You do not have permission to see anything scheduled"
            text="A superadmin can change your role"
          />
        ) : error && !entries ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <div
            className={styles.frame}
            aria-busy={!data || isPlaceholderData}
            data-old={isPlaceholderData || undefined}
          >
            {isSmall ? (
              <Agenda key={range.from} {...views} {...range} />
            ) : view === 'month' ? (
              <MonthGrid {...views} weeks={weeks} month={day} />
            ) : (
              <WeekGrid {...views} week={weeks[0]!} minute={minute} />
            )}
          </div>
        )}
        {error && entries && <ErrorState error={error} onRetry={refetch} compact />}
      </Card>
      <DayDialog
        opened={list !== undefined}
        day={list}
        entries={entries?.filter((entry) => list && isOn(entry, list))}
        more={more}
        kinds={kinds}
        onClose={() => onList(undefined)}
      />
    </Page>
  )
}
