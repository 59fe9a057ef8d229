import type { ReactNode } from 'react'
import { parted } from './breakable.tsx'
import styles from './OneLine.module.css'

/** An address or a reference in a table: on one line, cut where it is long; the pointer shows the whole. On a phone it breaks, but for the name of a card. */
export const OneLine = ({ children, full }: { children: ReactNode; full?: string }) => (
  <span className={styles.line} title={full ?? (typeof children === 'string' ? children : undefined)}>
    {parted(children)}
  </span>
)
