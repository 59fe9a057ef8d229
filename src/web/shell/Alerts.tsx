import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { getAlerts, hideAlert, subscribeAlerts, type Toast } from './alerts.ts'
import styles from './Alerts.module.css'

/** The alerts on screen: bottom right, on a phone at the top, out of the thumb's way. */
export function Alerts() {
  const alerts = useSyncExternalStore(subscribeAlerts, getAlerts)
  return (
    <div className={styles.alerts} aria-live="polite" aria-relevant="additions">
      {alerts.map((alert) => (
        <One key={alert.id} alert={alert} />
      ))}
    </div>
  )
}

const icons = { success: IconCheck, info: IconInfoCircle, error: IconAlertTriangle }

/** Its time to hide stands still while it is pointed at or holds the focus. */
function One({ alert: { id, severity, message, action, hidesAfter } }: { alert: Toast }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (hidesAfter === undefined || isPaused) return
    const timer = setTimeout(() => hideAlert(id), hidesAfter)
    return () => clearTimeout(timer)
  }, [id, hidesAfter, isPaused])
  const Icon = icons[severity]
  return (
    <div
      className={styles.alert}
      data-severity={severity}
      role={severity === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={styles.icon}>
        <Icon size={16} stroke={2} aria-hidden />
      </span>
      <p className={styles.message}>{inOrder(message)}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            hideAlert(id)
            void action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => hideAlert(id)}>
        <IconX size={15} />
      </button>
    </div>
  )
}
