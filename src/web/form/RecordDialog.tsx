import type { ComponentProps } from 'react'
import { FormDialog } from './FormDialog.tsx'
import type { RecordFrame } from './useRecordForm.tsx'

type Own = 'guard' | 'permission' | 'isSaving' | 'onSubmit' | 'onRefused'
type Props<T extends Record<string, unknown>> = Omit<ComponentProps<typeof FormDialog>, Own> & { of: RecordFrame<T> }

/** A record's form in a dialog (useRecordForm). */
export const RecordDialog = <T extends Record<string, unknown>>({
  of: record,
  disabledReason,
  children,
  ...dialog
}: Props<T>) => (
  <>
    <FormDialog
      {...dialog}
      guard={record.guard}
      permission={record.permission}
      disabledReason={record.uploading ?? disabledReason}
      isSaving={record.isSaving}
      onSubmit={record.submit}
    >
      {record.banner}
      {children}
    </FormDialog>
    {record.stale}
  </>
)
