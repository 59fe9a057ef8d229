import { Button } from '@mantine/core'
import { useState, type FormEventHandler, type ReactNode } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { focusFirst, focusWrong } from '#web/form/focus-field.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { closing, type LeaveGuard } from '#web/ui/leave.ts'
import styles from './FeedKeys.module.css'

export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>

/** Id of the form; only one is open at a time. */
export const DECISION = 'feed-decision'

/** Opens one decision of a drawer: scrolls to its form, and asks before typed text is lost. */
export function useDecision<Part>(guard: LeaveGuard, onDirty: (isDirty: boolean) => void) {
  const [part, setPart] = useState<Part>()
  const open = (to: Part) => {
    setPart(to)
    focusFirst(DECISION)
  }
  const close = () =>
    void closing(() => {
      onDirty(false)
      setPart(undefined)
    }, guard)()
  return { part, open, close }
}

type FormProps = {
  submit: string
  color?: string
  permission: RequiredPermission
  isSaving: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onCancel: () => void
  onChange?: () => void
  children: ReactNode
}

/** Form of a decision with its submit and cancel buttons. */
export const Decision = ({ submit, onSubmit, onCancel, onChange, isSaving, children, ...action }: FormProps) => (
  <form
    id={DECISION}
    noValidate
    className={styles.form}
    onSubmit={(event) => {
      onSubmit(event)
      focusWrong(DECISION)
    }}
    onChange={onChange}
  >
    {children}
    <Actions>
      <ActionButton type="submit" loading={isSaving} {...action}>
        {submit}
      </ActionButton>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Actions>
  </form>
)
