import { CONNECTIONS } from '#contract/connections.ts'
import { useRead } from '#web/api/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { connections, type Connection } from '../contract.ts'
import { LABELS } from '../rules.ts'
import { BackupLine } from './BackupLine.tsx'
import { ConnectionCard } from './ConnectionCard.tsx'
import { ReplicaLine } from './ReplicaLine.tsx'
import styles from './Connections.module.css'

const EVERY_MS = 15_000
/** While something is under way, so that its progress is seen. */
const SOON_MS = 1500

const isUnderWay = ({ sync, queue }: Connection) =>
  Boolean(sync?.run && !sync.run.finished_at) || Boolean(queue?.pending)

/** The outside systems at a glance: embedded or real, whether they work, and what to do when they don't. */
export function ConnectionsPage() {
  const reading = useRead(
    connections.list,
    {},
    { refetchInterval: (data) => (data?.connections.some(isUnderWay) ? SOON_MS : EVERY_MS) },
  )
  const list = reading.data?.connections
  return (
    <Page title="Connections" note="External systems that Marquee uses. They are set up in the server’s configuration.">
      {reading.error && list && <ErrorState error={reading.error} onRetry={reading.refetch} compact />}
      {reading.error && !list && (
        <Card>
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        </Card>
      )}
      {reading.data && <BackupLine backup={reading.data.backup} />}
      {!reading.data && !reading.error && (
        <div className={styles.line}>
          <Skeleton height={32} width={200} />
        </div>
      )}
      {reading.data?.replicas.map((replica) => (
        <ReplicaLine key={replica.name} replica={replica} />
      ))}
      {(list || !reading.error) && (
        <div className={styles.grid} aria-busy={!list}>
          {list
            ? list.map((connection) => <ConnectionCard key={connection.name} connection={connection} />)
            : CONNECTIONS.map((name) => (
                <div key={name} className={styles.placeholder} aria-label={`${LABELS[name]} is loading`}>
                  <Skeleton height={18} width="40%" />
                  <Skeleton height={14} width="80%" />
                  <Skeleton height={14} width="60%" />
                </div>
              ))}
        </div>
      )}
    </Page>
  )
}
