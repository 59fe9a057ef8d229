import { showCount } from '#contract/counted.ts'
import { Progress as Bar } from '@mantine/core'
import { showInstant } from '#web/ui/format.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { Notification } from '../contract.ts'
import { cappedWords, heldWords, leftOutWords, STATE_LABELS, unsent, type NotificationState } from '../rules.ts'
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
export function Progress({ of, isWhole }: { of: Notification; isWhole?: boolean }) {
  const { title, state, devices, totalReceived, gone, failed, leftOut, beginsIn, waitsUntil } = of
  const isOver = state === 'sent' || state === 'stopped'
  const done = totalReceived + gone + failed
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
      {isOver && gone > 0 && (
        <span>
          {showCount(gone)} no longer {gone === 1 ? 'has' : 'have'} the app
        </span>
      )}
      {isOver && failed > 0 && <span>{showCount(failed)} failed</span>}
      {isWhole && leftOut > 0 && <span>{leftOutWords(leftOut)}</span>}
      {isWhole && of.capped > 0 && <span>{cappedWords(of.capped)}</span>}
      {isWhole && of.held > 0 && <span>{heldWords(of.held, of.holdout)}</span>}
    </span>
  )
}

/** As 0:28. */
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
