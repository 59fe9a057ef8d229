import { IconMovie } from '@tabler/icons-react'
import { config } from '#web/config.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Preview.module.css'

/** How a phone shows it. */
export function Preview({
  title,
  body,
  picture,
}: {
  title: string
  body: string
  /** Its address; empty for none. */
  picture: string
}) {
  return (
    <Card title="Preview" className={styles.preview!}>
      <div className={styles.phone} data-testid="preview">
        <div className={styles.push}>
          <span className={styles.app}>
            <IconMovie size={13} aria-hidden /> {config.chain} · now
          </span>
          <b className={styles.title}>{title.trim() || 'Title'}</b>
          <p className={styles.body}>{body.trim() || 'Message text'}</p>
          {picture && <img className={styles.picture} src={picture} alt="" />}
        </div>
      </div>
    </Card>
  )
}
