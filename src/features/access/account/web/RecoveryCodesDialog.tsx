import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { saveAs } from '#web/api/download.ts'
import { config } from '#web/config.ts'
import { showToast } from '#web/shell/toasts.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import styles from './Account.module.css'

const LOSE_THEM = {
  title: 'Close without saving the codes?',
  text: 'You will not see these codes again. You can create new ones.',
  action: 'Close anyway',
  cancel: 'Go back',
  danger: true,
}

/** New recovery codes, this once. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const isSaved = useRef(false)
  const guard = () => isSaved.current || confirm(LOSE_THEM)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
    } catch {
      // Because browsers block the clipboard on pages without HTTPS.
      return showToast('info', 'Your browser blocked copying. Download the codes instead.')
    }
    isSaved.current = true
    showToast('success', 'Copied')
  }
  const download = () => {
    const text = `Recovery codes for ${config.chain}. Each works once.\n\n${codes.join('\n')}\n`
    saveAs(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
    isSaved.current = true
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      guard={guard}
      title="Your recovery codes"
      footer={
        <Button variant="default" onClick={() => void closing(onClose, guard)()}>
          Done
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.more}>
          Store the codes somewhere you can reach without your phone. You will not see them again, and each works once.
        </p>
        <ul className={`${styles.codes} ${styles.mono}`} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button data-autofocus leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
            Copy
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
