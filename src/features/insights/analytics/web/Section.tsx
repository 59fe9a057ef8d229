import { useId, type ReactNode } from 'react'
import { useChosen } from './address.ts'
import styles from './Analytics.module.css'
import { FOR_ALL } from './figures.ts'

type Props = {
  title: string
  /** What the whole section is chosen by, right of its title. */
  controls?: ReactNode
  /** Only the chain has these figures: it is said while cinemas are chosen. */
  ofChain?: boolean
  children: ReactNode
}

/** Figures that belong together, under one heading. */
export function Section({ title, controls, ofChain = false, children }: Props) {
  const id = useId()
  const { cinemas } = useChosen()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {ofChain && cinemas && <p className={styles.forAll}>{FOR_ALL}</p>}
        {controls && <div className={styles.controls}>{controls}</div>}
      </header>
      {children}
    </section>
  )
}

/** Charts side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>
