import { IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { showDay } from '../ui/format.ts'
import styles from './TwoFactorBanner.module.css'
import { ACCOUNT } from './nav.ts'

/** Above every screen of somebody who needs a second factor and has none: from when, and where it is set up. */
export const TwoFactorBanner = ({ from, isDue, isThere }: { from: string; isDue: boolean; isThere: boolean }) => (
  <p className={styles.banner} role="status">
    <IconShieldLock size={18} aria-hidden />
    <span>
      {isDue
        ? 'Set up a second factor first: a passkey or an authenticator app. Everything else is open to you then.'
        : `From ${showDay(from)} on you need a second factor to work here.`}{' '}
      {!isThere && (
        <Link to={ACCOUNT} search={{ tab: 'security' } as never}>
          Set it up
        </Link>
      )}
    </span>
  </p>
)
