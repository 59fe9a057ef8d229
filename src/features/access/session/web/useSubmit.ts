import { useState, type FormEvent } from 'react'
import { clearToasts, showToast } from '#web/shell/toasts.ts'

/** Sends a form of the public pages, once at a time and only when it is ready; a failure is shown as an alert. */
export function useSubmit(isReady: boolean, send: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!isReady || isBusy) return
    setBusy(true)
    clearToasts()
    try {
      await send()
    } catch (failure) {
      showToast('error', (failure as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, submit }
}
