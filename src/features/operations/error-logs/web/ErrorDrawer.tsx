import { showCount } from '#contract/counted.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { breakable } from '#web/ui/breakable.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant } from '#web/ui/format.ts'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { errorLogs, type ErrorDetail } from '../contract.ts'
import { ORIGIN_LABELS, STATE_LABELS, type State } from '../rules.ts'
import styles from './ErrorLogs.module.css'
import { Occurrences } from './Occurrences.tsx'
import { StateOf } from './badges.tsx'

type Props = { id: number; onClose: () => void }

/** One error: what it says, when and to whom it happened, and what becomes of it. */
export default function ErrorDrawer({ id, onClose }: Props) {
  const reading = useRead(errorLogs.fetch, { params: { id } })
  const error = reading.data
  return (
    <SideDrawer opened onClose={onClose} title={`Error ${id}`} size="xl">
      {error ? (
        <div className={styles.detail}>
          <Head of={error} onStale={() => void reading.refetch()} />
          <Stack of={error} />
          <Affected of={error} />
          <Releases of={error} />
          <Occurrences of={error} />
        </div>
      ) : reading.error ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </SideDrawer>
  )
}

const ACTIONS: { to: State; label: string; from: readonly State[] }[] = [
  { to: 'resolved', label: 'Resolve', from: ['open'] },
  { to: 'ignored', label: 'Ignore', from: ['open'] },
  { to: 'open', label: 'Reopen', from: ['resolved', 'ignored'] },
]

function Head({ of: error, onStale }: { of: ErrorDetail; onStale: () => void }) {
  const { id, state, version, stateAt, stateBy } = error
  const params = { id }
  const undo = useSave(errorLogs.setState)
  const change = useSave(errorLogs.setState, {
    undo: ({ data }) => undo.mutate({ params, body: { state, version: data.version } }),
    onFailure: onStale,
  })
  const since =
    stateAt &&
    `${STATE_LABELS[state]} ${showInstant(stateAt)}${stateBy ? ` by ${stateBy}` : ', because it happened again'}`
  return (
    <header className={styles.head}>
      <h3 className={styles.title}>{error.message}</h3>
      <p className={styles.state}>
        <StateOf state={state} />
        <span className={styles.more}>{since ?? 'Not reviewed yet'}</span>
      </p>
      <Facts>
        <Fact label="Source">{ORIGIN_LABELS[error.source]}</Fact>
        <Fact label="Component">{error.component || '–'}</Fact>
        <Fact label="Count">{showCount(error.count)}</Fact>
        <Fact label="Customers">{showCount(error.customers)}</Fact>
        <Fact label="First seen">{showInstant(error.firstSeenAt)}</Fact>
        <Fact label="Last seen">{showInstant(error.lastSeenAt)}</Fact>
      </Facts>
      <div className={styles.actions}>
        {ACTIONS.filter(({ from }) => from.includes(state)).map(({ to, label }) => (
          <ActionButton
            key={to}
            variant={to === 'ignored' ? 'default' : 'filled'}
            permission={errorLogs.setState.permission}
            loading={change.isPending && change.variables.body.state === to}
            onClick={() => change.mutate({ params, body: { state: to, version } })}
          >
            {label}
          </ActionButton>
        ))}
      </div>
    </header>
  )
}

const Stack = ({ of: { errorStack } }: { of: ErrorDetail }) => (
  <section className={styles.part}>
    <h4 className={styles.heading}>
      Error stack {errorStack && <CopyButton text={errorStack} label="Copy the error stack" />}
    </h4>
    {errorStack ? (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must get to it
      <pre className={styles.stack} tabIndex={0} aria-label="Error stack" role="region">
        {errorStack}
      </pre>
    ) : (
      <p className={styles.more}>No stack trace</p>
    )}
  </section>
)

const Affected = ({ of: { id, affected, customers: all } }: { of: ErrorDetail }) =>
  all > 0 && (
    <section className={styles.part}>
      <div className={styles.heading}>
        <h4>Affected customers</h4>
        <ExportButton endpoint={errorLogs.customersCsv} query={{ error: id }} of="affected customers" />
      </div>
      <ul className={styles.lines}>
        {affected.map(({ userId, name, email, count, lastSeenAt }) => (
          <li key={userId} className={styles.line}>
            <span className={styles.two}>
              <RecordLink kind="customer" id={userId} className={styles.link}>
                {breakable(name || email || `User ${userId}`)}
              </RecordLink>
              {name && email && <span className={styles.more}>{breakable(email)}</span>}
            </span>
            <span className={styles.times}>
              {showCount(count)}× · {showInstant(lastSeenAt)}
            </span>
          </li>
        ))}
      </ul>
      {all > affected.length && <p className={styles.more}>and {showCount(all - affected.length)} earlier</p>}
    </section>
  )

const Releases = ({ of: { allReleases } }: { of: ErrorDetail }) =>
  allReleases.length > 0 && (
    <section className={styles.part}>
      <h4 className={styles.heading}>Releases</h4>
      <ul className={styles.lines}>
        {allReleases.map(({ release, count, firstSeenAt, lastSeenAt }) => (
          <li key={release} className={styles.line}>
            <span>{release}</span>
            <span className={styles.times}>
              {showCount(count)}× · {showInstant(firstSeenAt)} – {showInstant(lastSeenAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
