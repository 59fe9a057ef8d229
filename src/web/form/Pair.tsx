import type { ReactNode } from 'react'
import styles from './Pair.module.css'

/** Places two fields side by side, or one below the other on a phone. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>
