import { Button } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { emailKindLabel } from '#features/messages/emails/rules.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { connections } from '../contract.ts'
import styles from './Connections.module.css'

/** Emails that were given up, with the reason, and a way to send each again. */
export default function FailedEmails({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const reading = useRead(connections.failedEmails, { query: { page } })
  const again = useSave(connections.sendAgain)
  const { emails, totalCount = 0 } = reading.data ?? {}
  return (
    <SideDrawer opened onClose={onClose} title="Failed emails" size="lg">
      {reading.error && <ErrorState error={reading.error} onRetry={reading.refetch} />}
      {!emails && !reading.error && <Skeleton height={72} />}
      {emails?.length === 0 && <EmptyState title="No failed emails" />}
      <ul className={styles.emails}>
        {emails?.map((email) => (
          <li key={email.id} className={styles.email}>
            <div>
              <b>{email.recipient}</b>
              <p>
                {emailKindLabel(email.kind)}, requested {showInstant(email.at)}, tried {counted(email.attempts, 'time')}
              </p>
              <span className={styles.reason}>{email.reason}</span>
            </div>
            <ActionButton
              variant="default"
              size="xs"
              permission={connections.sendAgain.permission}
              loading={again.isPending && again.variables.params.id === email.id}
              aria-label={`Send again to ${email.recipient}`}
              onClick={() => again.mutate({ params: { id: email.id } })}
            >
              Send again
            </ActionButton>
          </li>
        ))}
      </ul>
      {totalCount > TABLE_ROWS && (
        <div className={styles.pages}>
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={page * TABLE_ROWS >= totalCount}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
        </div>
      )}
    </SideDrawer>
  )
}
