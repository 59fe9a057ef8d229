/** The global alert (core 3): `showAlert`, message, severity. Success and information hide by themselves, errors stay. */
type Severity = 'success' | 'info' | 'error'
type AlertAction = { label: string; onAction: () => unknown }
export type Toast = {
  id: number
  severity: Severity
  message: string
  action?: AlertAction
  hidesAfter: number | undefined
}

const HIDE_MS = 2000
const UNDO_MS = 10_000
/** Older ones give way. */
const AT_ONCE = 3

let visible: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]) => {
  visible = next
  for (const listener of listeners) listener()
}

/** How long an alert stays: an error until it is dismissed, one with an action long enough to use it. */
const stay = (severity: Severity, action: AlertAction | undefined) =>
  severity === 'error' ? undefined : action ? UNDO_MS : HIDE_MS

/**
 * Shows a message; one that says the same already gives way to it.
 * @param hidesAfter milliseconds, where it stands elsewhere as well and may go sooner or later than its kind does
 * @returns its id, for `hideAlert`
 */
export function showAlert(
  severity: Severity,
  message: string,
  action?: AlertAction,
  hidesAfter: number | undefined = stay(severity, action),
): number {
  const alert = { id: nextId++, severity, message, hidesAfter, ...(action && { action }) }
  const others = visible.filter((other) => other.severity !== severity || other.message !== message)
  set([...others, alert].slice(-AT_ONCE))
  return alert.id
}

export const hideAlert = (id: number) => set(visible.filter((alert) => alert.id !== id))
export const clearAlerts = () => set([])
export const getAlerts = () => visible
export const subscribeAlerts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
