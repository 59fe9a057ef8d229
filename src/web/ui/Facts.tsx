import type { ReactNode } from 'react'
import { breakable } from './breakable.tsx'
import styles from './Facts.module.css'

/** What is known of one thing, in as many columns as there is room for: a list of `Fact`. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

/** `fullWidth`: it takes the whole width, as a text does. */
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
