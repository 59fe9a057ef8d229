import { Link } from '@tanstack/react-router'
import { refusal } from '#contract/permissions.ts'
import { paths as customers } from '#features/customers/web/paths.ts'
import { useMe } from '#web/api/session.ts'
import { breakable } from '#web/ui/breakable.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
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
  const me = useMe()
  if (meta.userId === null) return '–'
  const words = <OneLine whole={email}>{breakable(email || 'No address')}</OneLine>
  return (
    <span className={styles.two}>
      {meta.userType === 'customer' && !refusal(me, 'customers:read') ? (
        <Link className={styles.link} to={customers.profile(meta.userId)}>
          {words}
        </Link>
      ) : (
        words
      )}
      <span className={styles.more}>
        {meta.userType === 'admin' ? 'Admin' : 'User'} {meta.userId}
      </span>
    </span>
  )
}
