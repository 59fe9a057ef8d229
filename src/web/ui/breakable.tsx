import { Fragment, type ReactNode } from 'react'
import styles from './breakable.module.css'

/**
 * An email address stands on one line in a table, cut with dots where its column is narrow; elsewhere it breaks before
 * its @ or a dot where there is no room for it. All else stays as it is.
 */
export const breakable = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && shown.includes('@') ? (
    <span className={styles.address} title={shown}>
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
