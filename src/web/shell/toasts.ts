/**
 * The global toast (core 3): `showToast`, message, severity. Success and information hide by themselves, errors stay.
 */
type Severity = 'success' | 'info' | 'error'
type ToastAction = { label: string; onAction: () => unknown }
export type Toast = {
  id: number
  severity: Severity
  message: string
  action?: ToastAction
  hidesAfter: number | undefined
}

const HIDE_MS = 2000
const UNDO_MS = 10_000
/** Older toasts are removed. */
const AT_ONCE = 3

let visible: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]) => {
  visible = next
  for (const listener of listeners) listener()
}

/** Returns how long a toast stays: an error until dismissed, one with an action long enough to use it. */
const stay = (severity: Severity, action: ToastAction | undefined) =>
  severity === 'error' ? undefined : action ? UNDO_MS : HIDE_MS

/**
 * Shows a message and removes an identical one.
 * @param hidesAfter milliseconds, where the message is also shown elsewhere
 * @returns its id, for `hideToast`
 */
export function showToast(
  severity: Severity,
  message: string,
  action?: ToastAction,
  hidesAfter: number | undefined = stay(severity, action),
): number {
  const toast = { id: nextId++, severity, message, hidesAfter, ...(action && { action }) }
  const others = visible.filter((other) => other.severity !== severity || other.message !== message)
  set([...others, toast].slice(-AT_ONCE))
  return toast.id
}

export const hideToast = (id: number) => set(visible.filter((toast) => toast.id !== id))
export const clearToasts = () => set([])
export const getToasts = () => visible
export const subscribeToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
