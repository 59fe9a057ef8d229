import { Checkbox, NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { dates } from '#web/date-names.ts'
import { FIRST_YEAR } from '#contract/range.ts'
import { useChosen } from './address.ts'
import styles from './Analytics.module.css'
import { type Channel } from './figures.ts'

const Picker = (props: NativeSelectProps) => (
  <NativeSelect {...props} rightSection={<IconSelector size={15} />} rightSectionPointerEvents="none" />
)

/** Years from the first to the running one, latest first. */
export function YearPicker() {
  const { year, now, set } = useChosen()
  const latest = Number(now.slice(0, 4))
  return (
    <Picker
      className={styles.year!}
      aria-label="Year"
      value={String(year)}
      data={Array.from({ length: latest - FIRST_YEAR + 1 }, (_, at) => String(latest - at))}
      onChange={({ currentTarget }) => set({ year: currentTarget.value })}
    />
  )
}

export function MonthPicker() {
  const { month, set } = useChosen()
  return (
    <Picker
      className={styles.month!}
      aria-label="Month"
      value={String(month.month)}
      data={dates.months.map((label, at) => ({ label, value: String(at + 1) }))}
      onChange={({ currentTarget }) => set({ month: currentTarget.value })}
    />
  )
}

const COMPARED = [
  { label: 'vs previous period', value: 'before' },
  { label: 'vs previous year', value: 'year' },
]

/** What every change on the page is against. */
export function ComparePicker() {
  const { compare, set } = useChosen()
  return (
    <Picker
      className={styles.compare!}
      aria-label="Compare to"
      value={compare}
      data={COMPARED}
      onChange={({ currentTarget: { value } }) => set({ compare: value === 'before' ? undefined : value })}
    />
  )
}

/** What each tick leads to: one of the two channels alone, or all there are. The last one is not taken away: all come back. */
const turned = (channel: Channel, tick: Channel): Channel => {
  if (tick === 'all' || channel !== 'all') return 'all'
  return tick === 'web' ? 'mobile' : 'web'
}

/** Ticks for all, web and mobile. All holds what was bought elsewhere, too. */
export function ChannelTicks() {
  const { channel, set } = useChosen()
  const tick = (of: Channel, label: string) => (
    <Checkbox
      size="sm"
      label={label}
      checked={channel === 'all' || channel === of}
      onChange={() => set({ channel: turned(channel, of) === 'all' ? undefined : turned(channel, of) })}
    />
  )
  return (
    <div className={styles.ticks} role="group" aria-label="Channels">
      {tick('all', 'All')}
      {tick('web', 'Web')}
      {tick('mobile', 'Mobile')}
    </div>
  )
}
