import { showCount } from '#contract/counted.ts'
import type { Kept } from '../contract.ts'
import styles from './Privacy.module.css'

/** What an erasure takes away. */
export const Goes = ({ goes }: { goes: readonly { what: string; count: number }[] }) => (
  <section>
    <h3>What goes</h3>
    <ul className={styles.list}>
      {goes.map(({ what, count }) => (
        <li key={what}>
          {what} <span className={styles.count}>{showCount(count)}</span>
        </li>
      ))}
    </ul>
  </section>
)

/** What an erasure keeps, and why. */
export const Keeps = ({ title, keeps }: { title: string; keeps: readonly Kept[] }) => (
  <section>
    <h3>{title}</h3>
    <ul className={styles.list}>
      {keeps.map(({ what, count, why }) => (
        <li key={what}>
          {what} <span className={styles.count}>{showCount(count)}</span>
          <span className={styles.why}>{why}</span>
        </li>
      ))}
    </ul>
  </section>
)
