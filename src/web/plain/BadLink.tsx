import { PublicLink } from '#web/PublicLink.tsx'
import { Frame } from './Frame.tsx'
import styles from './Frame.module.css'

/** In place of a page that an email leads to, when its link is good no more. */
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
