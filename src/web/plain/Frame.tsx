import type { ReactNode } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { config } from '#web/config.ts'
import { Mark } from '#web/ui/Mark.tsx'
import { useDocumentTitle } from '#web/shell/title.ts'
import styles from './Frame.module.css'

type Props = { title: string; lead?: ReactNode; children?: ReactNode; below?: ReactNode }

/** Frame of the sign-in pages: the logo, a card, the copyright. */
export function Frame({ title, lead, children, below }: Props) {
  useDocumentTitle(title)
  return (
    <div className={styles.frame} data-plain>
      <main className={styles.main}>
        <div className={styles.brand}>
          <Mark size={40} />
          <span>{config.chain}</span>
        </div>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{typeof lead === 'string' ? inOrder(lead) : lead}</p>}
          {children}
        </div>
        {below && <div className={styles.below}>{below}</div>}
      </main>
      <footer className={styles.footer}>
        © {new Date().getFullYear()} {config.chain}
      </footer>
    </div>
  )
}
