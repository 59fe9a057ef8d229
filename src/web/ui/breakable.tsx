import { Fragment, type ReactNode } from 'react'
import styles from './breakable.module.css'

/** As many letters as a column has room for. */
const SHORT = 28

/** As payment providers and tills give them: FLW-7699183479. */
const REFERENCE = /^[A-Z]{2,}-[\w-]+$/

/**
 * An email address or a reference stands on one line in a table, cut with dots where its column is narrow; elsewhere an
 * address breaks before its @ or a dot where there is no room for it, and a long one among facts has the room of two. All else stays as it is.
 */
export const breakable = (node: ReactNode): ReactNode =>
  typeof node === 'string' && (node.includes('@') || REFERENCE.test(node)) ? (
    <span className={styles.address} title={node} data-long={node.length > SHORT || undefined}>
      <span>{parted(node)}</span>
    </span>
  ) : (
    node
  )

/** An email address with the places where it breaks; all else as it is. */
export const parted = (node: ReactNode): ReactNode =>
  typeof node === 'string' && node.includes('@')
    ? node.split(/(?=[@.])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))
    : node
