import type { Reading } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import layout from '#web/form/layout.module.css'
import { paths } from './paths.ts'

type Props = { title: string; reading: Pick<Reading, 'error' | 'refetch'> }

/** In the shape of the form until it can be shown, or why it cannot. */
export const EventFormPending = ({ title, reading }: Props) => (
  <Page title={title} back={paths.all}>
    {reading.error ? (
      <Card>
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      </Card>
    ) : (
      <div className={layout.columns} data-room="more">
        <Card title="Overview">
          <div className={layout.fields}>
            <Skeleton height={58} />
            <Skeleton height={58} />
            <Skeleton height={200} />
          </div>
        </Card>
        <Card title="Concession">
          <Skeleton height={420} />
        </Card>
      </div>
    )}
  </Page>
)
