import type { ReactNode } from 'react'
import styles from './Note.module.css'

/** What is to be known of a record before one goes on: stands above its facts. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.note} role="status">
    {children}
  </p>
)
