import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import styles from './ActionButton.module.css'
import { Tip } from './Tip.tsx'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'disabled'> & {
    /** Permission needed: the contract row's `permission`. */
    permission?: RequiredPermission
    /** Reason why the action is unavailable, with what to do. */
    disabledReason?: string | undefined
    /** Called on a press while disabled: a form then shows its errors. */
    onRefused?: () => void
    /** On a phone the button stays at the bottom edge, near the thumb. */
    sticky?: boolean
  }

/**
 * Button that shows on hover and on focus why it is disabled. The keyboard can still reach it: aria-disabled, not
 * disabled.
 */
export function ActionButton({
  permission,
  disabledReason,
  sticky,
  onRefused,
  children,
  onClick,
  className,
  ...props
}: Props) {
  const me = useMe()
  const reason = (permission && refusal(me, permission)) ?? disabledReason
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!reason) return onClick?.(event)
    event.preventDefault()
    onRefused?.()
  }
  return (
    <Tip label={reason}>
      <Button
        {...props}
        className={[className, sticky && styles.sticky].filter(Boolean).join(' ')}
        onClick={press}
        {...(reason && { 'data-disabled': true, 'aria-disabled': true })}
      >
        {children}
      </Button>
    </Tip>
  )
}
