import { NO_CONNECTION } from '#contract/message.ts'
import { Button } from '../plain/Button.tsx'
import styles from './LoadFailed.module.css'

/** Page for a part of the application that did not load: the connection is gone, or a newer version replaced it. */
export const LoadFailed = () => (
  <main className={styles.failed}>
    <h1>This page did not load</h1>
    <p>{NO_CONNECTION}</p>
    <Button onClick={() => location.reload()}>Load again</Button>
  </main>
)
