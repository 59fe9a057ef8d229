import type { RequiredPermission } from '#contract/endpoint.ts'
import { IconInbox, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import styles from './State.module.css'

/** Content of an empty list. With `permission` the text is only for people who can do what it suggests. */
export type Empty = { title: string; text: string; permission?: RequiredPermission; action?: ReactNode }
type Props = {
  title: string
  text?: ReactNode
  permission?: RequiredPermission | undefined
  action?: ReactNode
  icon?: Icon
}

/** Empty state with a suggestion. */
export const EmptyState = ({ title, text, permission, action, icon: Icon = IconInbox }: Props) => (
  <div className={styles.state}>
    <span className={styles.icon}>
      <Icon size={22} stroke={1.5} />
    </span>
    <p className={styles.title}>{title}</p>
    {text &&
      (permission ? <ApprovalRequest text={text} permission={permission} /> : <p className={styles.text}>{text}</p>)}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)

const ApprovalRequest = ({ text, permission }: { text: ReactNode; permission: RequiredPermission }) =>
  refusal(useMe(), permission) ? null : <p className={styles.text}>{text}</p>
