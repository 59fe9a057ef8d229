import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { showDay, type Day } from '#contract/time.ts'
import styles from './Analytics.module.css'

// The calendar is fetched when it is opened: most visits never do.
const DayCalendar = lazy(() => import('./DayCalendar.tsx'))

type Props = { label: string; value: Day; onChange: (day: Day) => void; describedBy?: string | undefined }

/** A day, chosen from a calendar. */
export function DayField({ label, value, onChange, describedBy }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={styles.day!}
          leftSection={<IconCalendar size={15} />}
          aria-label={`${label}: ${showDay(value)}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-describedby={describedBy}
          data-wrong={Boolean(describedBy) || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {showDay(value)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<div className={styles.calendar} />}>
          <DayCalendar
            value={value}
            onChange={(day) => {
              setOpen(false)
              onChange(day)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
