import type { ReactNode } from 'react'
import styles from './Note.module.css'

/** Important note about a record, above its facts. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.note} role="status">
    {children}
  </p>
)
