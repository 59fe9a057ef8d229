import { Button } from '@mantine/core'
import { useRef, useSyncExternalStore } from 'react'
import { getAsked, subscribeAsked } from './confirm.ts'
import { Dialog } from './Dialog.tsx'
import styles from './ConfirmHost.module.css'

/** Where `confirm` asks. The shell has one. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribeAsked, getAsked)
  const last = useRef(asked)
  if (asked) last.current = asked
  // Keeps its words while it fades away.
  const shown = asked ?? last.current
  if (!shown) return null
  return (
    <Dialog
      opened={Boolean(asked)}
      onClose={() => asked?.answer(false)}
      title={shown.title}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={() => asked?.answer(false)}>
            {shown.cancel ?? 'Cancel'}
          </Button>
          <Button {...(shown.danger && { color: 'red' })} onClick={() => asked?.answer(true)}>
            {shown.act}
          </Button>
        </>
      }
    >
      {shown.text && <p className={styles.text}>{shown.text}</p>}
    </Dialog>
  )
}
