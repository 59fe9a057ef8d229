import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { getToasts, hideToast, subscribeToasts, type Toast } from './toasts.ts'
import styles from './Toasts.module.css'

/** Toasts at the bottom right, or on a phone at the top, away from the thumb. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, getToasts)
  return (
    <div className={styles.toasts} aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <One key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const icons = { success: IconCheck, info: IconInfoCircle, error: IconAlertTriangle }

/** The time to hide pauses while the toast is hovered or focused. */
function One({ toast: { id, severity, message, action, hidesAfter } }: { toast: Toast }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (hidesAfter === undefined || isPaused) return
    const timer = setTimeout(() => hideToast(id), hidesAfter)
    return () => clearTimeout(timer)
  }, [id, hidesAfter, isPaused])
  const Icon = icons[severity]
  return (
    <div
      className={styles.toast}
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
            hideToast(id)
            void action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => hideToast(id)}>
        <IconX size={15} />
      </button>
    </div>
  )
}
