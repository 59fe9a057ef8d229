import { useId, type ReactNode } from 'react'
import { inOrder } from '#contract/isolate.ts'
import styles from './Card.module.css'

type Props = {
  title?: string
  /** What it holds may not stay empty: marked as the field of a form is. */
  required?: boolean
  /** Beside the title, right. */
  actions?: ReactNode
  /** No space between the edge and what it holds: for tables. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A calm surface. With a title it is a region of that name. */
export function Card({ title, required, actions, flush, className, children }: Props) {
  const id = useId()
  const Tag = title ? 'section' : 'div'
  return (
    <Tag
      className={[styles.card, className].filter(Boolean).join(' ')}
      data-flush={flush || undefined}
      {...(title && { 'aria-labelledby': id })}
    >
      {(title || actions) && (
        <div className={styles.head}>
          {title && (
            <h2 id={id} className={styles.title} data-required={required}>
              {inOrder(title)}
            </h2>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </Tag>
  )
}
