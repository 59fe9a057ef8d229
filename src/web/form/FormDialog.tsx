import { Button } from '@mantine/core'
import { useId, type ComponentProps, type FormEventHandler } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import styles from './FormDialog.module.css'
import type { FormFrame } from './useActionForm.ts'

type Props = Omit<ComponentProps<typeof Dialog>, 'opened' | 'footer'> &
  Pick<ComponentProps<typeof ActionButton>, 'permission' | 'disabledReason' | 'onRefused' | 'color'> & {
    /** Words of the button that saves, and of the one beside it that closes. */
    submit: string
    cancel?: string
    isSaving?: boolean
  } & ({ of: FormFrame; onSubmit?: never } | { of?: never; onSubmit: FormEventHandler<HTMLFormElement> })

/** The dialog of a form (useRecordForm, useActionForm), or of one without a call: its fields, and the buttons that close and save. */
export function FormDialog({
  of,
  submit,
  cancel = 'Cancel',
  isSaving = of?.isSaving ?? false,
  onSubmit = of?.submit,
  permission = of?.permission,
  disabledReason,
  onRefused,
  color,
  children,
  guard = of?.guard,
  ...dialog
}: Props) {
  const id = useId()
  return (
    <>
      <Dialog
        fullScreen
        {...dialog}
        guard={guard}
        opened
        footer={
          <>
            <Button variant="default" onClick={() => void closing(dialog.onClose, guard)()}>
              {cancel}
            </Button>
            <ActionButton
              type="submit"
              form={id}
              loading={isSaving}
              {...{ permission, onRefused, color }}
              disabledReason={of?.uploading ?? disabledReason}
            >
              {submit}
            </ActionButton>
          </>
        }
      >
        <form
          id={id}
          noValidate
          className={styles.fields}
          onSubmit={(event) => {
            // It may stand inside another form in React's tree: its submit must not reach that one.
            event.stopPropagation()
            onSubmit!(event)
          }}
        >
          {of?.banner}
          {children}
        </form>
      </Dialog>
      {of?.stale}
    </>
  )
}
