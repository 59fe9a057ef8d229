import styles from './Mark.module.css'

/** The sign of the house: a ticket on purple. */
export const Mark = ({ size = 26 }: { size?: number }) => (
  <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="8" className={styles.ground} />
    <path
      fill="#fff"
      d="M10.2 9h11.6c.9 0 1.6.7 1.6 1.6v2.1a3.4 3.4 0 0 0 0 6.6v2.1c0 .9-.7 1.6-1.6 1.6H10.2c-.9 0-1.6-.7-1.6-1.6v-2.1a3.4 3.4 0 0 0 0-6.6v-2.1c0-.9.7-1.6 1.6-1.6Z"
    />
  </svg>
)
