import { lazy, Suspense } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Plan } from '../price-contract.ts'
import styles from './Prices.module.css'

const PlannedPrices = lazy(() => import('./PlannedPrices.tsx'))

/** What a plan does to each price, as soon as it is complete. */
export function PricePreview({ plan }: { plan: Plan | undefined }) {
  return plan ? (
    <Suspense fallback={<Skeleton height={78} />}>
      <PlannedPrices plan={plan} />
    </Suspense>
  ) : (
    <Card title="Preview">
      <p className={styles.note}>Choose products, cinemas, a change and the first day to see each price</p>
    </Card>
  )
}
