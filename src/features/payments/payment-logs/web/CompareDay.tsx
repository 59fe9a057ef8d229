import { IconScale } from '@tabler/icons-react'
import { refusalOfCall } from '#contract/permissions.ts'
import { addDays, isDay, type Day } from '#contract/time.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { businessToday } from '#web/ui/format.ts'
import { paymentLogs } from '../contract.ts'
import { RECONCILE_DAYS } from '../rules.ts'
import styles from './PaymentLogs.module.css'

type Props = { day: Day; onDay: (day: Day) => void; onCompared: (day: Day) => void }

/** Which day is to be compared, and the button that does. */
export function CompareDay({ day, onDay, onCompared }: Props) {
  const ask = useSave(paymentLogs.reconcile, { onSuccess: ({ data }) => onCompared(data.day) })
  return (
    <div className={styles.compare}>
      <DayInput
        label="Day"
        maxDate={businessToday()}
        minDate={addDays(businessToday(), -RECONCILE_DAYS)}
        value={day}
        onChange={(to) => to && isDay(to) && onDay(to)}
      />
      <ActionButton
        leftSection={<IconScale size={16} />}
        disabledReason={refusalOfCall(useMe(), paymentLogs.reconcile)}
        loading={ask.isPending}
        onClick={() => ask.mutate({ body: { day } })}
      >
        Compare
      </ActionButton>
    </div>
  )
}
