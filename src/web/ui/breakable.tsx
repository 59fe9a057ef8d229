import { Fragment, type ReactNode } from 'react'
import styles from './breakable.module.css'

/** As many letters as a column has room for. */
const SHORT = 28

/**
 * An email address stands on one line in a table, cut with dots where its column is narrow; elsewhere it breaks before
 * its @ or a dot where there is no room for it, and a long one among facts has the room of two. All else stays as it is.
 */
export const breakable = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && shown.includes('@') ? (
    <span className={styles.address} title={shown} data-long={shown.length > SHORT || undefined}>
      <span>
        {shown.split(/(?=[@.])/).map((part, at) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </span>
  ) : (
    shown
  )
