import type { ConnectionName } from '#contract/connections.ts'
import { Button } from '@mantine/core'
import {
  IconCloudUpload,
  IconCreditCard,
  IconDatabaseSearch,
  IconDeviceMobileMessage,
  IconLink,
  IconMail,
  IconTicket,
  type Icon,
} from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showInstant } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { connections, type Connection } from '../contract.ts'
import { KINDS, LABELS, describeUnread } from '../rules.ts'
import styles from './Connections.module.css'
import { SyncProgress } from './SyncProgress.tsx'

const FailedEmails = lazy(() => import('./FailedEmails.tsx'))
const UnreadRecords = lazy(() => import('./UnreadRecords.tsx'))

const icons: Record<ConnectionName, Icon> = {
  'point-of-sale': IconTicket,
  'movie-database': IconDatabaseSearch,
  'object-storage': IconCloudUpload,
  mail: IconMail,
  payments: IconCreditCard,
  push: IconDeviceMobileMessage,
  'short-links': IconLink,
}

/** One outside system: what it is, how it does, and the two things one can do about it. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const { name, kind, facts, sync, queue, unread } = connection
  const [isUnreadOpen, setUnreadOpen] = useState(false)
  const [areEmailsOpen, setEmailsOpen] = useState(false)
  const test = useSave(connections.test, { says: false })
  const start = useSave(connections.sync)
  const IconOf = icons[name]
  // What was started shows at once, before the list knows it.
  const started = start.data?.data
  const run = started && (sync?.run?.id ?? 0) < started.id ? started : (sync?.run ?? null)
  const isRunning = Boolean(run && !run.finished_at)

  return (
    <section className={styles.card} aria-labelledby={`connection-${name}`}>
      <header className={styles.head}>
        <span className={styles.icon}>
          <IconOf size={18} stroke={1.6} />
        </span>
        <h2 id={`connection-${name}`}>{LABELS[name]}</h2>
        <span className={styles.kind} data-embedded={kind === 'embedded' || undefined}>
          {KINDS[kind] ?? kind}
        </span>
        <span className={styles.status}>
          <Status connection={connection} />
        </span>
      </header>

      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <Fact label="Last success">
          {connection.last_success_at ? showInstant(connection.last_success_at) : 'None yet'}
        </Fact>
        <Fact label="Last failure">
          {connection.last_failure_at ? (
            <>
              {showInstant(connection.last_failure_at)}
              <span className={styles.reason}>{connection.reason}</span>
            </>
          ) : (
            'None'
          )}
        </Fact>
        {unread.length > 0 && (
          <Fact label="Not readable">
            <Button variant="subtle" size="compact-xs" onClick={() => setUnreadOpen(true)}>
              {describeUnread(unread.length)}
            </Button>
          </Fact>
        )}
        {queue && (
          <Fact label="Queue">
            {queue.pending ? `${queue.pending} waiting` : 'Empty'}
            {queue.failed > 0 && (
              <Button variant="subtle" size="compact-xs" ml={8} onClick={() => setEmailsOpen(true)}>
                {queue.failed} could not be sent
              </Button>
            )}
          </Fact>
        )}
        {sync && (
          <Fact label="Schedule">
            <SyncProgress run={run} />
          </Fact>
        )}
      </dl>

      <footer className={styles.foot}>
        <p className={styles.answer} role="status" data-bad={test.data?.data.works === false || undefined}>
          {test.data && `${test.data.data.message} (${test.data.data.milliseconds} ms)`}
        </p>
        {sync && (
          <ActionButton
            variant="default"
            size="xs"
            permission={connections.sync.permission}
            disabledReason={sync.refusal ?? (isRunning ? 'A sync is running' : undefined)}
            loading={start.isPending}
            onClick={() => start.mutate({})}
          >
            Sync now
          </ActionButton>
        )}
        <ActionButton
          variant="default"
          size="xs"
          permission={connections.test.permission}
          loading={test.isPending}
          aria-label={`Test ${LABELS[name].toLowerCase()}`}
          onClick={() => test.mutate({ params: { name } })}
        >
          Test
        </ActionButton>
      </footer>
      <Suspense>
        {isUnreadOpen && (
          <UnreadRecords connection={LABELS[name]} records={unread} onClose={() => setUnreadOpen(false)} />
        )}
      </Suspense>
      <Suspense>{areEmailsOpen && <FailedEmails onClose={() => setEmailsOpen(false)} />}</Suspense>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Status({ connection: { failing_since: failing, last_success_at: worked } }: { connection: Connection }) {
  if (failing) return <StatusPill tone="bad">Failing since {showInstant(failing)}</StatusPill>
  if (worked) return <StatusPill tone="good">Works</StatusPill>
  return <StatusPill tone="neutral">Not used yet</StatusPill>
}
