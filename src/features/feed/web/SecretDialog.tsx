import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { config } from '#web/config.ts'
import { showAlert } from '#web/shell/alerts.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import type { FeedKey } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './FeedKeys.module.css'

type Props = { made: { key: FeedKey; secret: string }; onClose: () => void }

const LOSE_IT = {
  title: 'Close without copying the secret?',
  text: 'It cannot be shown again. If the secret is lost, revoke the key and create a new one.',
  act: 'Close anyway',
  cancel: 'Go back',
  danger: true,
}

/** The secret of a new key, this once, and how it is used. */
export default function SecretDialog({ made: { key, secret }, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const guard = () => isCopied || confirm(LOSE_IT)
  const [scope] = key.streams
  const path = scope === 'vouchers' ? '/vouchers/redeem' : `/feed/${scope}`
  const address = new URL(config.api + path, location.href).href
  const command = [
    `curl ${address}`,
    `  -H "Authorization: Bearer $MARQUEE_FEED_KEY"`,
    `  -H 'Content-Type: application/json'`,
    scope === 'vouchers' ? `  --data '{"code": "…", "reference": "…"}'` : `  --data-binary @${scope}.json`,
  ].join(' \\\n')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
    } catch {
      // Browsers keep the clipboard from pages that did not come over HTTPS.
      field.current?.select()
      setCopied(true)
      return showAlert('info', 'The browser does not let us copy. It is selected: press Ctrl+C')
    }
    setCopied(true)
    showAlert('success', 'Copied')
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      guard={guard}
      title={`The secret of ${key.name}`}
      size="lg"
      footer={
        <Button variant="default" onClick={() => void closing(onClose, guard)()}>
          Done
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.made}>{messages.keyMade}.</p>
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
          <p className={styles.more}>
            The program sends it with every batch. <code>docs/feed.md</code> has an example of each stream, and how a
            file is imported.
          </p>
        </div>
      </div>
    </Dialog>
  )
}
