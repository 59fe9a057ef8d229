import { showCount } from '#contract/counted.ts'
import { Progress as Bar } from '@mantine/core'
import { showInstant } from '#web/ui/format.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { Notification } from '../contract.ts'
import {
  rateLimitedLabel,
  controlGroupLabel,
  excludedLabel,
  STATE_LABELS,
  unsent,
  type NotificationState,
} from '../rules.ts'
import styles from './Notifications.module.css'

const TONES: Record<NotificationState, Tone> = {
  scheduled: 'info',
  sending: 'info',
  sent: 'good',
  stopped: 'warn',
  cancelled: 'neutral',
  missed: 'bad',
}

/** What a notification is now; before and while it is sent how far, and after it whom it did not reach; whole, why not. */
export function Progress({ of, isComplete }: { of: Notification; isComplete?: boolean }) {
  const { title, state, devices, totalReceived, unregistered, failed, excluded, beginsIn, waitsUntil } = of
  const isOver = state === 'sent' || state === 'stopped'
  const done = totalReceived + unregistered + failed
  return (
    <span className={styles.state}>
      <StatusPill tone={state === 'sent' && failed > totalReceived ? 'bad' : TONES[state]}>
        {beginsIn === null ? STATE_LABELS[state] : `Sending in ${minutes(beginsIn)}`}
      </StatusPill>
      {waitsUntil && beginsIn === null && <span>Waits until {showInstant(waitsUntil)}</span>}
      {state === 'sending' && (
        <>
          <Bar
            className={styles.bar!}
            value={devices ? Math.max((done / devices) * 100, 3) : 3}
            aria-label={`Sending ${title}`}
          />
          {showCount(done)} of {showCount(devices)} devices
        </>
      )}
      {state === 'stopped' && <span>{showCount(unsent(of))} not sent</span>}
      {isOver && unregistered > 0 && (
        <span>
          {showCount(unregistered)} no longer {unregistered === 1 ? 'has' : 'have'} the app
        </span>
      )}
      {isOver && failed > 0 && <span>{showCount(failed)} failed</span>}
      {isComplete && excluded > 0 && <span>{excludedLabel(excluded)}</span>}
      {isComplete && of.rateLimited > 0 && <span>{rateLimitedLabel(of.rateLimited)}</span>}
      {isComplete && of.controlGroup > 0 && <span>{controlGroupLabel(of.controlGroup, of.control_percent)}</span>}
    </span>
  )
}

/** As 0:28. */
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
