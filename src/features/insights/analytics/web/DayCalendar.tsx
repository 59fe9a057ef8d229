import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import type { Day } from '#contract/time.ts'
import { pickerLabels } from '#web/form/picker-labels.ts'
import { OpenedAt } from '#web/ui/OpenedAt.tsx'
import type { Opened } from '#web/ui/useOpener.ts'
import { FIRST_YEAR } from '#contract/range.ts'

type Props = Opened & { label: string; value: Day; onChoose: (day: Day) => void }

/** One click chooses a day. */
export const DayCalendar = ({ id, opened, button, onChange, label, value, onChoose }: Props) => (
  <Popover id={id} opened={opened} onChange={onChange} position="bottom-end" trapFocus returnFocus>
    <Popover.Target>
      <OpenedAt button={button} />
    </Popover.Target>
    <Popover.Dropdown aria-label={label}>
      <DatePicker
        value={value}
        defaultDate={value}
        minDate={`${FIRST_YEAR}-01-01`}
        {...pickerLabels}
        onChange={(day) => {
          if (!day) return
          onChange(false)
          onChoose(day)
        }}
      />
    </Popover.Dropdown>
  </Popover>
)
