import { Switch } from '@mantine/core'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { Tip } from './Tip.tsx'
import styles from './Toggle.module.css'

type Props = {
  /** What is switched, and of what: "Activate Half price on Mondays". */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The permission it takes: the contract row's `permission`. */
  permission?: RequiredPermission
  /** Why it cannot be switched now. */
  disabledReason?: string | undefined
  /** Its change is on the way. */
  isSaving?: boolean
}

/** A switch in a table, which says why it cannot be used and stays within reach of the keyboard then. */
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
