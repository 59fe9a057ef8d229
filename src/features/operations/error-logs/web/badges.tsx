import { breakable } from '#web/ui/breakable.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { LoggedError } from '../contract.ts'
import { STATE_LABELS, type State } from '../rules.ts'
import styles from './ErrorLogs.module.css'

const TONES: Record<State, Tone> = { open: 'bad', resolved: 'good', ignored: 'neutral' }

export const StateOf = ({ state }: { state: State }) => (
  <StatusPill tone={TONES[state]}>{STATE_LABELS[state]}</StatusPill>
)

/** Who it happened to: the address, and a customer's profile behind it. */
export function Whom({ of: { email, meta } }: { of: LoggedError['data'] }) {
  if (meta.userId === null) return '–'
  const text = <OneLine full={email}>{breakable(email || 'No address')}</OneLine>
  return (
    <span className={styles.two}>
      <RecordLink kind="customer" id={meta.userType === 'customer' ? meta.userId : null} className={styles.link}>
        {text}
      </RecordLink>
      <span className={styles.more}>
        {meta.userType === 'admin' ? 'Admin' : 'User'} {meta.userId}
      </span>
    </span>
  )
}
