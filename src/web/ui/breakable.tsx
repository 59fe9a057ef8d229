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
export const breakable = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && (shown.includes('@') || REFERENCE.test(shown)) ? (
    <span className={styles.address} title={shown} data-long={shown.length > SHORT || undefined}>
      <span>{parted(shown)}</span>
    </span>
  ) : (
    shown
  )

/** An email address with the places where it breaks; all else as it is. */
export const parted = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && shown.includes('@')
    ? shown.split(/(?=[@.])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))
    : shown
