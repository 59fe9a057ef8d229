import type { ReactNode } from 'react'
import { breakable } from './breakable.tsx'
import styles from './Facts.module.css'

/** List of `Fact` in as many columns as fit. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

/** `fullWidth`: spans all columns, for texts. */
export const Fact = ({
  label,
  fullWidth,
  children,
}: {
  label: ReactNode
  fullWidth?: boolean
  children: ReactNode
}) => (
  <div className={fullWidth ? styles.fullWidth : undefined}>
    <dt>{label}</dt>
    <dd>{breakable(children)}</dd>
  </div>
)
