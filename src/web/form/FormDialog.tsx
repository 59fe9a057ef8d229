import { Button } from '@mantine/core'
import { useId, type ComponentProps, type FormEventHandler } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import styles from './FormDialog.module.css'

type Props = Omit<ComponentProps<typeof Dialog>, 'opened' | 'footer'> &
  Pick<ComponentProps<typeof ActionButton>, 'permission' | 'disabledReason' | 'onRefused' | 'color'> & {
    /** Words of the button that saves, and of the one beside it that closes. */
    submit: string
    cancel?: string
    isSaving?: boolean
    onSubmit: FormEventHandler<HTMLFormElement>
  }

/** A dialog with a form: its fields below each other, at its foot what closes it and what saves. */
export function FormDialog({
  submit,
  cancel = 'Cancel',
  isSaving = false,
  onSubmit,
  permission,
  disabledReason,
  onRefused,
  color,
  children,
  ...dialog
}: Props) {
  const id = useId()
  return (
    <Dialog
      fullScreen
      {...dialog}
      opened
      footer={
        <>
          <Button variant="default" onClick={() => void closing(dialog.onClose, dialog.guard)()}>
            {cancel}
          </Button>
          <ActionButton
            type="submit"
            form={id}
            loading={isSaving}
            {...{ permission, disabledReason, onRefused, color }}
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
          onSubmit(event)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
