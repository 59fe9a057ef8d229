import { Button } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { letterName } from '#features/mail/rules.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { connections } from '../contract.ts'
import styles from './Connections.module.css'

/** Letters that were given up, with the reason, and a way to send each again. */
export default function DeadLetters({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const reading = useRead(connections.deadLetters, { query: { page } })
  const again = useSave(connections.sendAgain)
  const { letters, totalCount = 0 } = reading.data ?? {}
  return (
    <SideDrawer opened onClose={onClose} title="Letters that could not be sent" size="lg">
      {reading.error && <ErrorState error={reading.error} onRetry={reading.refetch} />}
      {!letters && !reading.error && <Skeleton height={72} />}
      {letters?.length === 0 && <EmptyState title="Every letter was sent" />}
      <ul className={styles.letters}>
        {letters?.map((letter) => (
          <li key={letter.id} className={styles.letter}>
            <div>
              <b>{letter.recipient}</b>
              <p>
                {letterName(letter.kind)}, asked for {showInstant(letter.at)}, tried {counted(letter.attempts, 'time')}
              </p>
              <span className={styles.reason}>{letter.reason}</span>
            </div>
            <ActionButton
              variant="default"
              size="xs"
              permission={connections.sendAgain.permission}
              loading={again.isPending && again.variables.params.id === letter.id}
              aria-label={`Send again to ${letter.recipient}`}
              onClick={() => again.mutate({ params: { id: letter.id } })}
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
