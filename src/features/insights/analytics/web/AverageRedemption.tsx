import { showDay } from '#contract/time.ts'
import { useRead } from '#web/api/queries.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { Segments } from '#web/charts/Segments.tsx'
import { analytics } from '../contract.ts'
import { DEFINITIONS, type Duration } from '../rules.ts'
import { useChosen } from './address.ts'
import { DayField } from './DayField.tsx'
import { Section } from './Section.tsx'

const DURATION_OPTIONS = [
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
  { value: 'YEARLY', label: 'Yearly' },
] as const satisfies { value: Duration; label: string }[]

const PERIODS: Record<Duration, string> = { WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }

/** Redeemed tickets a week, month or year, up to a day. */
export function AverageRedemption() {
  const { date, duration, place, set } = useChosen()
  const reading = useRead(analytics.averageRedemption, { query: { date, duration, ...place } })
  const { average, date: days } = reading.data ?? {}
  return (
    <Section
      title="Average number of redeemed tickets"
      controls={
        <>
          <Segments
            label="Period"
            options={DURATION_OPTIONS}
            value={duration}
            onChange={(to) => set({ duration: to })}
          />
          <DayField label="Date" value={date} onChange={(to) => set({ date: to })} />
        </>
      }
    >
      <Metrics label="Average number of redeemed tickets" reading={reading}>
        <Metric
          label={`Redeemed tickets a ${PERIODS[duration]}`}
          info={DEFINITIONS.averageRedemption}
          value={
            average === undefined ? undefined : (average?.toLocaleString('en-NG', { maximumFractionDigits: 1 }) ?? '–')
          }
          note={
            days?.start
              ? `${showDay(days.start)} – ${showDay(days.end)}`
              : `Not enough data: no full ${PERIODS[duration]} with redemptions yet`
          }
        />
      </Metrics>
    </Section>
  )
}
