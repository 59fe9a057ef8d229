import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import styles from './ActionButton.module.css'
import { Tip } from './Tip.tsx'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'disabled'> & {
    /** The permission it takes: the contract row's `permission`. */
    permission?: RequiredPermission
    /** Why it cannot be done now, in words that say what to do. */
    disabledReason?: string | undefined
    /** It was pressed although it cannot be: a form shows then what is wrong. */
    onRefused?: () => void
    /** On a phone it stays at the bottom edge, within thumb's reach. */
    sticky?: boolean
  }

/**
 * A button that says on hover and on focus why it cannot be pressed. It stays reachable by the keyboard then:
 * aria-disabled, not disabled.
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
