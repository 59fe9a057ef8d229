import styles from './Asterisk.module.css'

/** After the name of what may not stay empty, as the fields of a form have it. */
export const Asterisk = () => (
  <span className={styles.asterisk} aria-hidden>
    {' '}
    *
  </span>
)
