import { IconServer } from '@tabler/icons-react'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import type { Replica } from '../contract.ts'
import { ageOf, describeLag } from '../rules.ts'
import styles from './Connections.module.css'

/** A replica of the database: lists, figures and files are read from it while it keeps up. */
export function ReplicaLine({ replica }: { replica: Replica }) {
  const { name, is_used: isUsed, is_reached: isReached, lag, reason, left_out_since: since } = replica
  return (
    <section className={styles.line} aria-label={`Replica ${name}`}>
      <span className={styles.icon}>
        <IconServer size={18} stroke={1.6} />
      </span>
      <p>
        {`Replica ${name}${lag === null ? '' : `, ${describeLag(lag)}`}`}
        {!isUsed && (
          <span className={styles.reason}>
            {since ? `Not used for ${ageOf(since, Date.now())}` : 'Not used'}
            {`: ${reason}. Reads go to the primary instead.`}
          </span>
        )}
      </p>
      <span className={styles.status}>
        <StatusPill tone={isUsed ? 'good' : 'bad'}>
          {isUsed ? 'In use' : isReached ? 'Not used' : 'Unreachable'}
        </StatusPill>
      </span>
    </section>
  )
}
