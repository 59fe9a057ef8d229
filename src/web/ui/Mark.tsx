import styles from './Mark.module.css'

/** Logo: a ticket on purple. */
export const Mark = ({ size = 26 }: { size?: number }) => (
  <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="8" className={styles.ground} />
    <path
      fill="#fff"
      d="M9.6,10.4h12.8a2.1,2.1,0,0,1,2.1,2.1v1.3a2.3,2.3,0,0,0,0,4.4v1.3a2.1,2.1,0,0,1-2.1,2.1H9.6a2.1,2.1,0,0,1-2.1-2.1v-1.3a2.3,2.3,0,0,0,0-4.4v-1.3a2.1,2.1,0,0,1,2.1-2.1Z"
    />
  </svg>
)
