import type { ComponentProps } from 'react'
import styles from './plain.module.css'

type Props = ComponentProps<'button'> & {
  /** Secondary button. */
  isSubtle?: boolean
  /** Shows that the action is running and disables the button. */
  isBusy?: boolean
}

/** Button of the pages without Mantine. */
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
