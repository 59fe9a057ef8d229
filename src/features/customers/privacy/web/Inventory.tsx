import { showCount } from '#contract/counted.ts'
import type { Retained, Overview } from '../contract.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import styles from './Privacy.module.css'

/** What runs for the person or is owed to them. */
export const Owed = ({ owed }: Pick<Overview, 'owed'>) =>
  owed.length > 0 && (
    <section className={styles.owed}>
      <h3 className={styles.heading}>Active or owed</h3>
      <ul className={styles.list}>
        {owed.map(({ text, isToSettle }) => (
          <li key={text}>
            {text}
            {isToSettle && <StatusPill tone="bad">Resolve first</StatusPill>}
          </li>
        ))}
      </ul>
    </section>
  )

/** What an erasure takes away. */
export const Goes = ({ goes }: { goes: readonly { what: string; count: number }[] }) => (
  <section>
    <h3 className={styles.heading}>What we remove</h3>
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
export const Keeps = ({ title, keeps }: { title: string; keeps: readonly Retained[] }) => (
  <section>
    <h3 className={styles.heading}>{title}</h3>
    <ul className={styles.list}>
      {keeps.map(({ what, count, reason }) => (
        <li key={what}>
          {what} <span className={styles.count}>{showCount(count)}</span>
          <span className={styles.reason}>{reason}</span>
        </li>
      ))}
    </ul>
  </section>
)
