import type { ReactNode } from 'react'
import { breakable } from '#web/ui/breakable.tsx'
import styles from './Customers.module.css'
import { NIL } from './format.ts'

/** Field of a profile, inside a `dl`. A missing value is Nil. */
export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.field}>
    <dt>{label}</dt>
    <dd>{children === null || children === undefined || children === '' ? NIL : breakable(children)}</dd>
  </div>
)
