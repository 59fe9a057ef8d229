import { useId, type ReactNode } from 'react'
import styles from './Analytics.module.css'

type Props = {
  title: string
  /** What the whole section is chosen by, right of its title. */
  controls?: ReactNode
  children: ReactNode
}

/** Figures that belong together, under one heading. */
export function Section({ title, controls, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {controls && <div className={styles.controls}>{controls}</div>}
      </header>
      {children}
    </section>
  )
}

/** Charts side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>
