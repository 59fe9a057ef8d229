import { Link, useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { notifications } from '../contract.ts'
import { DECIDED } from '../rules.ts'
import { NotificationForm } from './NotificationForm.tsx'
import { NotificationPending } from './NotificationPending.tsx'
import { paths } from './paths.ts'

const TITLE = 'Edit Notification'

/** The form of a scheduled notification, once its record has been fetched. */
export function EditPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  // Starts from the record as it is now, never from a cached one; from then on the form holds its own values.
  const reading = useRead(notifications.fetch, { params: { id } }, { refetchOnMount: 'always' })
  const found = reading.isFetchedAfterMount ? reading.data : undefined
  if (found?.state === 'scheduled') return <NotificationForm key={id} notification={found} />
  if (!found) return <NotificationPending title={TITLE} reading={reading} />
  return (
    <Page title={TITLE} back={paths.all}>
      <Card>
        <EmptyState
          title="This notification can no longer be changed"
          text={`${DECIDED[found.state]}.`}
          action={<Link to={paths.one(id)}>See the notification</Link>}
        />
      </Card>
    </Page>
  )
}
