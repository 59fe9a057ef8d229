import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { getAlerts, hideAlert, subscribeAlerts, type ShownAlert } from './alerts.ts'
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
function One({ alert: { id, severity, message, action, hidesAfter } }: { alert: ShownAlert }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (hidesAfter === undefined || held) return
    const timer = setTimeout(() => hideAlert(id), hidesAfter)
    return () => clearTimeout(timer)
  }, [id, hidesAfter, held])
  const Icon = icons[severity]
  return (
    <div
      className={styles.alert}
      data-severity={severity}
      role={severity === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
            void action.onAct()
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
