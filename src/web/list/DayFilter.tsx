import { Button } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import { readRange, writeRange } from '#contract/filter.ts'
import { relativeDay } from '#contract/relative-day.ts'
import { showDay, type Day } from '#contract/time.ts'
import { typedDay } from '#contract/typed-day.ts'
import { pickerLabels } from '../form/picker-labels.ts'
import type { Opened } from '../ui/useOpener.ts'
import { presetsOf } from './filter-text.ts'
import { RangeFields, RangePopover, type RangeProps } from './RangePopover.tsx'
import styles from './Ranges.module.css'

const dayOf = (end: string, today: Day): Day => relativeDay(end, today) ?? end

/** Filter by dates: relative ones with one click, a range typed or chosen in a calendar. */
export const DayFilter = (props: Opened & RangeProps) => (
  <RangePopover {...props}>
    {(onAsk) => (
      <div className={styles.days}>
        <div className={styles.presets}>
          {presetsOf(props.filter).map(({ text, label }) => (
            <Button
              key={text}
              variant={text === props.text ? 'light' : 'subtle'}
              color="gray"
              size="compact-sm"
              aria-pressed={text === props.text}
              onClick={() => onAsk(text)}
            >
              {label}
            </Button>
          ))}
        </div>
        <div>
          <RangeFields
            {...props}
            onAsk={onAsk}
            read={(typed) => typedDay(typed, 'dmy') ?? typed.trim()}
            show={(end) => showDay(dayOf(end, props.today))}
            placeholder="DD/MM/YYYY"
          />
          <Days text={props.text} today={props.today} onAsk={onAsk} />
        </div>
      </div>
    )}
  </RangePopover>
)

function Days({ text, today, onAsk }: Pick<RangeProps, 'text' | 'today' | 'onAsk'>) {
  const range = text === undefined ? {} : readRange(text)
  const { from, to } = typeof range === 'string' ? {} : range
  const [chosen, choose] = useState<[string | null, string | null]>([
    from ? dayOf(from, today) : null,
    to ? dayOf(to, today) : null,
  ])
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      hideOutsideDates
      {...pickerLabels}
      value={chosen}
      defaultDate={chosen[1] ?? chosen[0] ?? today}
      onChange={([first, last]) => {
        choose([first, last])
        if (first && last) onAsk(writeRange({ from: first, to: last }))
      }}
    />
  )
}
