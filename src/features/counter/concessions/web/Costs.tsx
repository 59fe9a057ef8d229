import { useState } from 'react'
import { refusalOfCall } from '#contract/permissions.ts'
import { typedNumber, typedProblem } from '#contract/typed-number.ts'
import type { Day } from '#contract/time.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showDay, showNaira, today } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { margin } from '../margin-contract.ts'
import { messages, wrongCost } from '../margin-rules.ts'
import styles from './Prices.module.css'

/** What a product costs the chain, from which day, and a cost to set. */
export default function Costs({ id, name }: { id: number; name: string }) {
  const me = useMe()
  const params = { id }
  const reading = useRead(margin.costs, { params })
  const [cost, setCost] = useState('')
  const [from, setFrom] = useState<Day | null>(today())
  const save = useSave(margin.setCost, { onSuccess: () => setCost('') })
  const remove = useSave(margin.removeCost)
  const wrong = typedProblem(cost, { empty: messages.badCost, wrong: wrongCost })
  const reason = refusalOfCall(me, margin.setCost)
  return (
    <Card title="Cost">
      <p className={styles.note}>Cost per unit. It applies from its day until the next cost starts.</p>
      <div className={styles.cost}>
        <MoneyInput label="Cost" value={cost} onChange={setCost} />
        <DayInput label="From" value={from} onChange={setFrom} />
        <ActionButton
          disabledReason={reason ?? wrong ?? (from ? undefined : 'Choose the day the cost starts')}
          loading={save.isPending}
          onClick={() => from && save.mutate({ params, body: { from_day: from, cost: typedNumber(cost) } })}
        >
          Save cost
        </ActionButton>
      </div>
      {reading.data ? (
        reading.data.costs.length > 0 ? (
          <ul className={styles.costs} aria-label={`Costs of ${name}`}>
            {reading.data.costs.map((one) => (
              <li key={one.from_day}>
                <b>{showNaira(one.cost)}</b>
                <span>from {showDay(one.from_day)}</span>
                <span className={styles.note}>{one.set_by}</span>
                <ActionButton
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  disabledReason={reason}
                  aria-label={`Delete the cost from ${showDay(one.from_day)}`}
                  onClick={() => remove.mutate({ params, query: { from_day: one.from_day } })}
                >
                  Delete
                </ActionButton>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.note}>Add a cost to see the margin</p>
        )
      ) : reading.error ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : (
        <Skeleton height={40} />
      )}
    </Card>
  )
}
