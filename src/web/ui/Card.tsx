import { useId, type ReactNode } from 'react'
import { inOrder } from '#contract/isolate.ts'
import styles from './Card.module.css'

type Props = {
  title?: string
  /** The content is required, marked like a form field. */
  required?: boolean
  /** Actions to the right of the title. */
  actions?: ReactNode
  /** No padding, for tables. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** Surface of a page. With a title it is a named region. */
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
