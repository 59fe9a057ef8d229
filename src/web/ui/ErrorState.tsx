import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { isDenied, isExplained, isMissing } from '../api/failure.ts'
import styles from './State.module.css'

type Props = {
  error: Error
  onRetry?: () => unknown
  /** One line, next to content that is still shown. */
  compact?: boolean
}

/** Failure in place of the missing content, with a retry where that can help. */
export const ErrorState = ({ error, onRetry, compact }: Props) => (
  <div className={styles.state} data-compact={compact || undefined} data-bad role="alert">
    <span className={styles.icon}>
      <IconAlertTriangle size={compact ? 16 : 22} stroke={1.5} />
    </span>
    <p className={compact ? styles.text : styles.title}>{error.message}</p>
    {isMissing(error) && !isExplained(error) && !compact && (
      <p className={styles.text}>It may have been deleted, or the link may be wrong</p>
    )}
    {onRetry && !isMissing(error) && !isDenied(error) && (
      <div className={styles.action}>
        <Button
          variant="default"
          size={compact ? 'xs' : 'sm'}
          leftSection={<IconRefresh size={15} />}
          onClick={() => void onRetry()}
        >
          Retry
        </Button>
      </div>
    )}
  </div>
)
