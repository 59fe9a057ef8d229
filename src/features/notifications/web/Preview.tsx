import { IconMovie } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { config } from '#web/config.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Preview.module.css'

/** How a phone shows it. */
export function Preview({
  title,
  body,
  file,
  address,
}: {
  title: string
  body: string
  /** A picture that is chosen, and not sent yet. */
  file?: File | undefined
  address: string
}) {
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    if (!file) return setChosen(undefined)
    const url = URL.createObjectURL(file)
    setChosen(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  const picture = chosen ?? address
  return (
    <Card title="Preview" className={styles.preview!}>
      <div className={styles.phone} data-testid="preview">
        <div className={styles.push}>
          <span className={styles.app}>
            <IconMovie size={13} aria-hidden /> {config.chain} · now
          </span>
          <b className={styles.title}>{title.trim() || 'Title'}</b>
          <p className={styles.body}>{body.trim() || 'What it says'}</p>
          {picture && <img className={styles.picture} src={picture} alt="" />}
        </div>
      </div>
    </Card>
  )
}
