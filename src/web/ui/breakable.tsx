import { Fragment, type ReactNode } from 'react'
import styles from './breakable.module.css'

/** Number of letters that fit a column. */
const SHORT = 28

/** References of payment providers and tills, such as FLW-7699183479. */
const REFERENCE = /^[A-Z]{2,}-[\w-]+$/

/**
 * Lays out an email address or a reference: on one line in tables, cut with dots in a narrow column; elsewhere an
 * address breaks before its @ or a dot. A long one among facts spans two columns. Other content is unchanged.
 */
export const breakable = (node: ReactNode): ReactNode =>
  typeof node === 'string' && (node.includes('@') || REFERENCE.test(node)) ? (
    <span className={styles.address} title={node} data-long={node.length > SHORT || undefined}>
      <span>{parted(node)}</span>
    </span>
  ) : (
    node
  )

/** Marks the places where an email address can break; other content is unchanged. */
export const parted = (node: ReactNode): ReactNode =>
  typeof node === 'string' && node.includes('@')
    ? node.split(/(?=[@.])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))
    : node
