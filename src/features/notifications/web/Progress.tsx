import { Progress as Bar } from '@mantine/core'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { Notification } from '../contract.ts'
import { STATE_LABELS, type NotificationState } from '../rules.ts'
import styles from './Notifications.module.css'

const TONES: Record<NotificationState, Tone> = {
  scheduled: 'warn',
  sending: 'neutral',
  sent: 'good',
  cancelled: 'neutral',
  missed: 'bad',
}

/** What a notification is now; while it is sent how far, and after it whom it did not reach. */
export function Progress({ of: { title, state, devices, totalReceived, gone, failed } }: { of: Notification }) {
  const done = totalReceived + gone + failed
  return (
    <span className={styles.state}>
      <StatusPill tone={state === 'sent' && failed > totalReceived ? 'bad' : TONES[state]}>
        {STATE_LABELS[state]}
      </StatusPill>
      {state === 'sending' && (
        <>
          <Bar
            className={styles.bar!}
            value={devices ? Math.max((done / devices) * 100, 3) : 3}
            aria-label={`Sending ${title}`}
          />
          {done.toLocaleString()} of {devices.toLocaleString()} devices
        </>
      )}
      {state === 'sent' && gone > 0 && (
        <span className={styles.missing}>
          {gone.toLocaleString()} {gone === 1 ? 'device' : 'devices'} gone
        </span>
      )}
      {state === 'sent' && failed > 0 && <span className={styles.missing}>{failed.toLocaleString()} failed</span>}
    </span>
  )
}
