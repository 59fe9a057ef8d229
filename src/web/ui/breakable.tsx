import { Fragment, type ReactNode } from 'react'
import styles from './breakable.module.css'

/** An email address that breaks before its @ or a dot where there is no room for it. All else stays as it is. */
export const breakable = (shown: ReactNode): ReactNode =>
  typeof shown === 'string' && shown.includes('@')
    ? shown.split(/(?=[@.])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr className={part.startsWith('.') ? styles.dot : undefined} />}
          {part}
        </Fragment>
      ))
    : shown
