import { useParams } from '@tanstack/react-router'
import { concessions } from '../contract.ts'
import { useRead } from '#web/api/queries.ts'
import { CostsRecord } from './CostsRecord.tsx'
import { ProductRecord } from './ProductRecord.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Edible } from '../edible-contract.ts'
import { paths } from './edible-paths.ts'

/** One food or beverage (operations 2): what it costs at each cinema. */
export function EdiblePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const reading = useRead(concessions.fetch, { params: { id }, query: {} })
  const edible = reading.data as Edible | undefined
  return (
    <Page
      title={edible?.name ?? 'Food & beverages'}
      back={paths.list}
      isLoading={!edible && !reading.error}
      note={edible && 'What the point of sale sells it for, or the price that was set under Concessions.'}
    >
      {edible ? (
        <>
          <ProductRecord product={edible} reading={reading} facts={{ Flavour: edible.flavour, HPOK: edible.hpok }} />
          <CostsRecord id={edible.id} name={edible.name} />
        </>
      ) : (
        <Card>
          {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
        </Card>
      )}
    </Page>
  )
}
