import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { showToast } from '../shell/toasts.ts'
import { confirm } from './confirm.ts'
import { Dialog } from './Dialog.tsx'
import { closing } from './leave.ts'
import styles from './SecretDialog.module.css'

type Props = {
  /** Name of the secret's owner. */
  name: string
  secret: string
  /** Message that the secret was created. */
  note: string
  /** Advice for a lost secret. */
  lost: string
  /** Example command of a program. */
  command: string
  /** Reference to more information. */
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret once, with its use. */
export default function SecretDialog({ name, secret, note, lost, command, children, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const guard = () =>
    isCopied ||
    confirm({
      title: 'Close without copying the secret?',
      text: `You will not see it again. ${lost}.`,
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
      return showToast('info', 'Your browser blocked copying. The secret is selected: press Ctrl+C.')
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
          <h3 className={styles.how}>How to use it</h3>
          <pre className={styles.command}>{command}</pre>
          <p className={styles.more}>{children}</p>
        </div>
      </div>
    </Dialog>
  )
}
