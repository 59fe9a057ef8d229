import { Switch } from '@mantine/core'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { Tip } from './Tip.tsx'
import styles from './Toggle.module.css'

type Props = {
  /** Action and object: "Activate Half price on Mondays". */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Permission needed: the contract row's `permission`. */
  permission?: RequiredPermission
  /** Reason why the switch is disabled. */
  disabledReason?: string | undefined
  /** The change is being saved. */
  isSaving?: boolean
}

/** Switch in a table, which shows why it is disabled and stays reachable by the keyboard. */
export function Toggle({ label, checked, onChange, permission, disabledReason, isSaving = false }: Props) {
  const me = useMe()
  const reason = (permission && refusal(me, permission)) ?? disabledReason
  return (
    <Tip label={reason}>
      <Switch
        className={styles.toggle!}
        classNames={{ track: styles.track! }}
        aria-label={label}
        checked={checked}
        aria-busy={isSaving}
        data-stuck={Boolean(reason) || undefined}
        {...(reason && { 'aria-disabled': true })}
        onChange={(event) => reason || isSaving || onChange(event.currentTarget.checked)}
      />
    </Tip>
  )
}
