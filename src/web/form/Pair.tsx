import type { ReactNode } from 'react'
import styles from './Pair.module.css'

/** Two fields beside each other; on a phone below each other. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>
