import { IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { showDay } from '../ui/format.ts'
import styles from './TwoFactorBanner.module.css'
import { ACCOUNT } from './nav.ts'

/** Banner for a person who must set up two-factor authentication: from when, and where. */
export const TwoFactorBanner = ({ from, isDue, isThere }: { from: string; isDue: boolean; isThere: boolean }) => (
  <p className={styles.banner} role="status">
    <IconShieldLock size={18} aria-hidden />
    <span>
      {isDue
        ? 'Set up two-factor authentication first: a passkey or an authenticator app. You can use everything else afterwards.'
        : `From ${showDay(from)} you need two-factor authentication to work here`}{' '}
      {!isThere && (
        <Link to={ACCOUNT} search={{ tab: 'security' } as never}>
          Set it up
        </Link>
      )}
    </span>
  </p>
)
