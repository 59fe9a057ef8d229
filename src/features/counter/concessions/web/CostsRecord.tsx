import { lazy, Suspense } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { margin } from '../margin-contract.ts'

const Costs = lazy(() => import('./Costs.tsx'))

/** What a product costs the chain; of those who may read figures. */
export function CostsRecord(product: { id: number; name: string }) {
  const me = useMe()
  return refusal(me, margin.costs.permission) ? null : (
    <Suspense fallback={<Skeleton height={200} />}>
      <Costs {...product} />
    </Suspense>
  )
}
