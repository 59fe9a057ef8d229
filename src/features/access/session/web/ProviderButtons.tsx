import { useState } from 'react'
import { fetched } from '#web/api/fetched.ts'
import { config } from '#web/config.ts'
import { Button } from '#web/plain/Button.tsx'
import { clearToasts, showToast } from '#web/shell/toasts.ts'
import styles from '#web/plain/Frame.module.css'

/** A button for each identity provider of the chain's; nothing where it has none. */
export function ProviderButtons() {
  const [busy, setBusy] = useState<string>()
  if (!config.providers.length) return null
  const go = async (id: string) => {
    clearToasts()
    setBusy(id)
    try {
      // Fetched when it is wanted: most people sign in with a password.
      await (await fetched(import('./provider-flow.ts'))).leaveFor(id)
    } catch (failure) {
      setBusy(undefined)
      showToast('error', (failure as Error).message)
    }
  }
  return (
    <div className={styles.providers}>
      {config.providers.map(({ id, name }) => (
        <Button key={id} isSubtle isBusy={busy === id} onClick={() => void go(id)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}
