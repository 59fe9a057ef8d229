import { Button, Progress } from '@mantine/core'
import styles from './MediaPicker.module.css'

type Props = { label: string; progress: number; onCancel: () => void }

/** How far a file is on its way, and a way to stop it. The last bit is the server's: it looks at the file. */
export default function UploadBar({ label, progress, onCancel }: Props) {
  return (
    <div className={styles.progress}>
      <Progress
        className={styles.bar}
        value={Math.max(progress * 100, 5)}
        aria-label={`Uploading ${label}`}
        animated={progress === 1}
      />
      <span className={styles.share}>{progress < 1 ? `${Math.floor(progress * 100)}%` : 'Storing'}</span>
      <Button variant="default" size="compact-xs" aria-label={`Cancel upload of ${label}`} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
