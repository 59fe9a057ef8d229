import { IconMoodEmpty, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './State.module.css'

type Props = { title: string; text?: ReactNode; action?: ReactNode; icon?: Icon }

/** Nothing to show, and what to do about it. */
export const EmptyState = ({ title, text, action, icon: Shown = IconMoodEmpty }: Props) => (
  <div className={styles.state}>
    <span className={styles.icon}>
      <Shown size={22} stroke={1.5} />
    </span>
    <p className={styles.title}>{title}</p>
    {text && <p className={styles.text}>{text}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)
