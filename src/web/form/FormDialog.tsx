import { Button } from '@mantine/core'
import { useId, type ComponentProps, type FormEventHandler } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import styles from './FormDialog.module.css'
import type { FormFrame } from './useActionForm.ts'

type Props = Omit<ComponentProps<typeof Dialog>, 'opened' | 'footer'> &
  Pick<ComponentProps<typeof ActionButton>, 'permission' | 'disabledReason' | 'onRefused' | 'color'> & {
    /** Labels of the submit and cancel buttons. */
    submit: string
    cancel?: string
    isSaving?: boolean
  } & ({ of: FormFrame; onSubmit?: never } | { of?: never; onSubmit: FormEventHandler<HTMLFormElement> })

/** Dialog of a form (useRecordForm, useActionForm) or of a form without a call, with its fields and buttons. */
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
            // Because the dialog may be inside another form in React's tree, whose submit must not run.
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
