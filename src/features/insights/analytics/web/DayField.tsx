import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { showDay, type Day } from '#contract/time.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { useOpener } from '#web/ui/useOpener.ts'
import styles from './Analytics.module.css'

// The calendar is fetched when somebody comes near: most visits never do.
const DayCalendar = lazyDialog(() => import('./DayCalendar.tsx').then((module) => module.DayCalendar))

type Props = { label: string; value: Day; onChange: (day: Day) => void; describedBy?: string | undefined }

/** A day, chosen from a calendar. */
export function DayField({ label, value, onChange, describedBy }: Props) {
  const { opener, popup } = useOpener('dialog', DayCalendar)
  return (
    <>
      <Button
        variant="default"
        className={styles.day!}
        leftSection={<IconCalendar size={15} />}
        aria-label={`${label}: ${showDay(value)}`}
        aria-describedby={describedBy}
        data-wrong={Boolean(describedBy) || undefined}
        {...opener}
      >
        {showDay(value)}
      </Button>
      <DayCalendar {...popup} label={label} value={value} onChoose={onChange} />
    </>
  )
}
