import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import styles from './Programme.module.css'

type Props = {
  /** What one step is: "week" */
  of: string
  /** What is shown. */
  label: string
  /** What leads back to now: "This week" */
  now: string
  onStep: (by: 1 | -1) => void
  onNow: () => void
}

/** Some days, with the way to those before and after. */
export const Steps = ({ of, label, now, onStep, onNow }: Props) => (
  <div className={styles.steps} role="group" aria-label={`Choose the ${of}`}>
    <ActionIcon variant="default" size={34} aria-label={`Previous ${of}`} onClick={() => onStep(-1)}>
      <IconChevronLeft size={17} />
    </ActionIcon>
    <span className={styles.period} aria-live="polite">
      {label}
    </span>
    <ActionIcon variant="default" size={34} aria-label={`Next ${of}`} onClick={() => onStep(1)}>
      <IconChevronRight size={17} />
    </ActionIcon>
    <Button variant="default" size="sm" onClick={onNow}>
      {now}
    </Button>
  </div>
)
