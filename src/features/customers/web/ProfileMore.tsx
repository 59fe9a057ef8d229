import { lazy, Suspense } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { features } from '#web/features.ts'
import type { CustomerRecord } from '../contract.ts'

const panels = features
  .flatMap(({ customerPanels = [] }) => customerPanels)
  .toSorted((one, other) => one.order - other.order)
  .map(({ order, may, load }) => ({ order, may, Panel: lazy(async () => ({ default: await load() })) }))

/** What other features show of a customer: their `customerPanels`. */
export function ProfileMore({ customer }: { customer: CustomerRecord['userData'] }) {
  const me = useMe()
  return panels
    .filter(({ may }) => !may || !refusal(me, may))
    .map(({ order, Panel }) => (
      <Suspense key={order}>
        <Panel customer={customer} />
      </Suspense>
    ))
}
