import { FormSkeleton } from '#web/form/FormSkeleton.tsx'
import type { Reading } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { paths } from './paths.ts'

type Props = {
  title: string
  /** The page will have the notification's own title, and its time below. */
  isOwnTitle?: boolean
  reading: Reading
}

/** In place of a notification, or of a form that begins with one, while it is fetched or cannot be. */
export function NotificationPending({ title, isOwnTitle = false, reading }: Props) {
  const isAwaited = isOwnTitle && !reading.error
  return (
    <Page title={title} back={paths.all} note={isAwaited && <Skeleton width={190} height={12} />} isLoading={isAwaited}>
      {reading.error ? (
        <Card>
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        </Card>
      ) : (
        <FormSkeleton title="Message" previewHeight={220} />
      )}
    </Page>
  )
}
