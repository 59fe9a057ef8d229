import { PublicLink } from '#web/PublicLink.tsx'
import { Frame } from './Frame.tsx'
import styles from './Frame.module.css'

/** Page shown for an email's link that is no longer valid. */
export const BadLink = ({ reason, next }: { reason: string; next?: { to: string; label: string } }) => (
  <Frame title="This link cannot be used" lead={reason}>
    <div className={styles.form}>
      {next && (
        <PublicLink to={next.to} className={`${styles.link} ${styles.centre}`}>
          {next.label}
        </PublicLink>
      )}
      <PublicLink to="/" className={`${styles.link} ${styles.centre}`}>
        Back to Login
      </PublicLink>
    </div>
  </Frame>
)
