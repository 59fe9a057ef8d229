import type { ReactNode } from 'react'
import { parted } from './breakable.tsx'
import styles from './OneLine.module.css'

/**
 * Address or reference in a table: on one line, cut where long, with the full text on hover. On a phone it wraps,
 * except in a card's name.
 */
export const OneLine = ({ children, full }: { children: ReactNode; full?: string }) => (
  <span className={styles.line} title={full ?? (typeof children === 'string' ? children : undefined)}>
    {parted(children)}
  </span>
)
