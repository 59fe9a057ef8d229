import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { notifications } from '../contract.ts'
import { NotificationForm } from './NotificationForm.tsx'
import { NotificationPending } from './NotificationPending.tsx'

/** Send Notification, with what another notification said, once that has been fetched. */
export function DuplicatePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const original = useRead(notifications.fetch, { params: { id } }, { refetchOnMount: 'always' })
  return original.data && original.isFetchedAfterMount ? (
    <NotificationForm key={id} from={original.data} />
  ) : (
    <NotificationPending title="Send Notification" reading={original} />
  )
}
