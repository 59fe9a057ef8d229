import type { May } from '#contract/endpoint.ts'
import { IconInbox, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import styles from './State.module.css'

/** What an empty list says; with `may` its text is for those alone who may do what it proposes. */
export type Empty = { title: string; text: string; may?: May; action?: ReactNode }
type Props = { title: string; text?: ReactNode; may?: May | undefined; action?: ReactNode; icon?: Icon }

/** Nothing to show, and what to do about it. */
export const EmptyState = ({ title, text, may, action, icon: Shown = IconInbox }: Props) => (
  <div className={styles.state}>
    <span className={styles.icon}>
      <Shown size={22} stroke={1.5} />
    </span>
    <p className={styles.title}>{title}</p>
    {text && (may ? <ApprovalRequest text={text} may={may} /> : <p className={styles.text}>{text}</p>)}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)

const ApprovalRequest = ({ text, may }: { text: ReactNode; may: May }) =>
  refusal(useMe(), may) ? null : <p className={styles.text}>{text}</p>
