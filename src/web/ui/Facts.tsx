import type { ReactNode } from 'react'
import { breakable } from './breakable.tsx'
import styles from './Facts.module.css'

/** What is known of one thing, in as many columns as there is room for: a list of `Fact`. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

/** `whole`: it takes the whole width, as a text does. */
export const Fact = ({
  label,
  whole: fullWidth,
  children,
}: {
  label: ReactNode
  whole?: boolean
  children: ReactNode
}) => (
  <div className={fullWidth ? styles.whole : undefined}>
    <dt>{label}</dt>
    <dd>{breakable(children)}</dd>
  </div>
)
