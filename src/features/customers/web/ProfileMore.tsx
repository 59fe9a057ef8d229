import { Suspense } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { useFeatures } from '#web/features.ts'

/** What other features show of a customer: their `customerPanels`. */
export function ProfileMore({ customerId }: { customerId: number }) {
  const me = useMe()
  return useFeatures()
    .flatMap(({ customerPanels = [] }) => customerPanels)
    .filter(({ may }) => !may || !refusal(me, may))
    .toSorted((one, other) => one.order - other.order)
    .map(({ order, Panel }) => (
      <Suspense key={order}>
        <Panel customerId={customerId} />
      </Suspense>
    ))
}
