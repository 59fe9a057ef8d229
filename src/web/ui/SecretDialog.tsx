import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { showToast } from '../shell/toasts.ts'
import { confirm } from './confirm.ts'
import { Dialog } from './Dialog.tsx'
import { closing } from './leave.ts'
import styles from './SecretDialog.module.css'

type Props = {
  /** What the secret is of. */
  name: string
  secret: string
  /** That it was made. */
  note: string
  /** What to do when it is lost. */
  lost: string
  /** How a program uses it. */
  command: string
  /** Where more is said of it. */
  children: ReactNode
  onClose: () => void
}

/** A secret that was just made, this once, and how it is used. */
export default function SecretDialog({ name, secret, note, lost, command, children, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const guard = () =>
    isCopied ||
    confirm({
      title: 'Close without copying the secret?',
      text: `It cannot be shown again. ${lost}`,
      action: 'Close anyway',
      cancel: 'Go back',
      danger: true,
    })

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
    } catch {
      // Browsers keep the clipboard from pages that did not come over HTTPS.
      field.current?.select()
      setCopied(true)
      return showToast('info', 'The browser does not let us copy. It is selected: press Ctrl+C')
    }
    setCopied(true)
    showToast('success', 'Copied')
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      guard={guard}
      title={`The secret of ${name}`}
      size="lg"
      footer={
        <Button variant="default" onClick={() => void closing(onClose, guard)()}>
          Done
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.message}>{note}.</p>
        <div className={styles.secret}>
          <TextInput
            ref={field}
            label="Secret"
            readOnly
            value={secret}
            classNames={{ input: styles.mono }}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button
            data-autofocus
            leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        </div>
        <div>
          <h3 className={styles.how}>How it is used</h3>
          <pre className={styles.command}>{command}</pre>
          <p className={styles.more}>{children}</p>
        </div>
      </div>
    </Dialog>
  )
}
