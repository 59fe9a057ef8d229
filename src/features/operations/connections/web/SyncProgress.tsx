import { Progress } from '@mantine/core'
import { showInstant } from '#web/ui/format.ts'
import type { SyncRun } from '../contract.ts'
import styles from './Connections.module.css'

/** How far the schedule's last run is, or how it ended. */
export function SyncProgress({ run }: { run: SyncRun | null }) {
  if (!run) return 'Never synced'
  const parts = `${run.done} of ${run.total} parts`
  if (run.finished_at)
    return run.reason ? (
      <>
        {parts}, ended {showInstant(run.finished_at)}
        <span className={styles.reason}>{run.reason}</span>
      </>
    ) : (
      `As of ${showInstant(run.finished_at)}`
    )
  return (
    <>
      <span className={styles.parts}>{run.total ? parts : 'Starting'}</span>
      <Progress
        value={run.total ? (100 * run.done) / run.total : 0}
        size="sm"
        aria-label="Schedule sync"
        className={styles.progress}
      />
      {run.reason && <span className={styles.reason}>{run.reason}. Retrying automatically</span>}
    </>
  )
}
