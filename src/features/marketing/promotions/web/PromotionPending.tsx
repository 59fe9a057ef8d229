import { FormSkeleton } from '#web/form/FormSkeleton.tsx'
import type { Reading } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { paths } from './paths.ts'

/** In place of the form while the promotion that it begins with is fetched, or cannot be. */
export const PromotionPending = ({ title, reading }: { title: string; reading: Reading }) => (
  <Page title={title} back={paths.all}>
    {reading.error ? (
      <Card>
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      </Card>
    ) : (
      <FormSkeleton title="Promotion" previewHeight={420} />
    )}
  </Page>
)
