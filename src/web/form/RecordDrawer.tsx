import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { closing } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import styles from './RecordDrawer.module.css'
import type { RecordFrame } from './useRecordForm.tsx'

type Props<T extends Record<string, unknown>> = Pick<ComponentProps<typeof SideDrawer>, 'size' | 'onClose'> & {
  of: RecordFrame<T>
  title: string
  /** Label of the submit button. */
  submit: string
  /** Reason why the form cannot be saved; a press on the button then shows the errors. */
  disabledReason?: string | undefined
  /** The buttons stay visible at the drawer's foot. */
  footed?: boolean
  children: ReactNode
}

/** Form of a record in a drawer (useRecordForm): its fields, then its buttons. */
export const RecordDrawer = <T extends Record<string, unknown>>({
  of: record,
  title,
  submit,
  disabledReason,
  footed = false,
  onClose,
  children,
  ...drawer
}: Props<T>) => (
  <>
    <SideDrawer {...drawer} opened onClose={onClose} guard={record.guard} title={title}>
      <form noValidate aria-label={title} className={footed ? styles.footed : styles.form} onSubmit={record.submit}>
        {record.banner}
        {children}
        <div className={styles.buttons} data-drawer-foot={footed || undefined}>
          <Button variant="default" onClick={() => void closing(onClose, record.guard)()}>
            Cancel
          </Button>
          <ActionButton
            type="submit"
            permission={record.permission}
            disabledReason={record.uploading ?? disabledReason}
            {...(disabledReason && { onRefused: () => void record.form.validate() })}
            loading={record.isSaving}
          >
            {submit}
          </ActionButton>
        </div>
      </form>
    </SideDrawer>
    {record.stale}
  </>
)
