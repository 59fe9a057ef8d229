import { IconDatabaseExport } from '@tabler/icons-react'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import type { Backup } from '../contract.ts'
import { ageOf } from '../rules.ts'
import styles from './Connections.module.css'

const HOW = 'Run npm run backup to create one. See docs/operating/backup.md for daily backups.'

/** The last backup, above the outside systems: what everything else can be had back from. */
export function BackupLine({ backup: { last, is_late: isLate } }: { backup: Backup }) {
  const megabytes = last && (last.bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })
  return (
    <section className={styles.line} aria-label="Backup">
      <span className={styles.icon}>
        <IconDatabaseExport size={18} stroke={1.6} />
      </span>
      <p>
        {last ? `Last backup: ${ageOf(last.at, Date.now())} ago, ${megabytes} MB` : 'No backup yet'}
        {isLate && (
          <span className={styles.reason}>{last ? `There should be one from the last 24 hours. ${HOW}` : HOW}</span>
        )}
      </p>
      {isLate && (
        <span className={styles.status}>
          <StatusPill tone="bad">{last ? 'Too old' : 'No backup'}</StatusPill>
        </span>
      )}
    </section>
  )
}
