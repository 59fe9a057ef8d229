import type { ComponentProps } from 'react'
import styles from './plain.module.css'

type Props = ComponentProps<'button'> & {
  /** Beside one that is meant more. */
  isSubtle?: boolean
  /** Its work goes on: it says so, and cannot be pressed meanwhile. */
  isBusy?: boolean
}

/** A button of the pages that do without Mantine. */
export const Button = ({ isSubtle = false, isBusy = false, disabled = false, type = 'button', ...more }: Props) => (
  <button
    {...more}
    type={type}
    className={styles.button}
    disabled={disabled || isBusy}
    data-subtle={isSubtle || undefined}
    data-loading={isBusy || undefined}
  />
)
