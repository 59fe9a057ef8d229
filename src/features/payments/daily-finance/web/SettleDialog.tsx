import { counted } from '#contract/counted.ts'
import { refusalOfCall } from '#contract/permissions.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { reconciliation } from '../reconciliation-contract.ts'
import { messages, SETTLING_RULES } from '../reconciliation-rules.ts'
import styles from './DailyFinance.module.css'

/** The rules by which open mismatches are settled, and how many fit each. */
export default function SettleDialog({ onClose }: { onClose: () => void }) {
  const reading = useRead(reconciliation.rules, {})
  const settle = useSave(reconciliation.settle)
  const refusal = refusalOfCall(useMe(), reconciliation.settle)
  return (
    <Dialog opened title="Resolve by rule" onClose={onClose} fullScreen>
      {!reading.data ? (
        reading.error ? (
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        ) : (
          <Skeleton height={160} />
        )
      ) : (
        <ul className={styles.lines}>
          {reading.data.rules.map(({ rule, count }) => (
            <li key={rule} className={styles.line}>
              <span className={styles.two}>
                {SETTLING_RULES[rule].label}
                <span className={styles.more}>
                  {SETTLING_RULES[rule].about}: {counted(count, 'open mismatch', 'open mismatches')}
                </span>
              </span>
              <ActionButton
                variant="default"
                aria-label={`Resolve: ${SETTLING_RULES[rule].label}`}
                disabledReason={refusal ?? (count ? undefined : messages.nothing)}
                loading={settle.isPending}
                onClick={() => settle.mutate({ params: { rule } })}
              >
                Resolve
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
