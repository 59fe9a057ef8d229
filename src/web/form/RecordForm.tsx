import { useId, type ComponentProps, type ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { focusWrong } from './focus-field.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import layout from './layout.module.css'
import type { RecordFrame } from './useRecordForm.tsx'

type Props<T extends Record<string, unknown>> = Omit<ComponentProps<typeof Page>, 'isLoading'> & {
  of: RecordFrame<T>
  /** Label of the submit button. */
  submit: string
  /** Label while saving, instead of a spinner. */
  saving?: string
  /** Hides the spinner, because another one is shown. */
  isSavedElsewhere?: boolean
  /** Reason why the form cannot be saved; a press on the button then shows the errors. */
  disabledReason?: string | undefined
  /** Asks a question instead of saving. */
  onSubmit?: (values: T) => void
  /** Content above the columns. */
  above?: ReactNode
  /** Narrow column next to the fields, and its width. */
  side?: ReactNode
  room?: 'more' | 'less'
  /** Preview in the narrow column, also for people who cannot save. */
  preview?: ReactNode
  /** Content below the form. */
  below?: ReactNode
}

/**
 * Form of a record as a page (useRecordForm): sections in a wide column, a preview or more sections in a narrow one.
 */
export function RecordForm<T extends Record<string, unknown>>({
  of: record,
  submit,
  saving,
  isSavedElsewhere = false,
  disabledReason,
  onSubmit,
  above,
  side,
  room,
  preview,
  below,
  actions,
  children,
  ...page
}: Props<T>) {
  const id = useId()
  const me = useMe()
  const isRefused = Boolean(refusal(me, record.permission))
  return (
    <Page
      {...page}
      actions={
        <>
          {record.isBlocked && <span className={layout.unsaved}>Unsaved changes</span>}
          {actions}
          <ActionButton
            type="submit"
            form={id}
            permission={record.permission}
            disabledReason={record.uploading ?? disabledReason}
            {...(disabledReason && {
              onRefused: () => {
                record.form.validate()
                focusWrong(id)
              },
            })}
            {...(saving ? { disabled: record.isSaving } : { loading: record.isSaving && !isSavedElsewhere })}
            sticky
          >
            {saving && record.isSaving ? saving : submit}
          </ActionButton>
        </>
      }
    >
      <LeaveGuard when={record.isBlocked} onDiscard={record.discard} />
      {record.banner}
      <form
        id={id}
        noValidate
        className={layout.fields}
        onSubmit={(event) => {
          const send = onSubmit ? record.form.onSubmit(onSubmit) : record.submit
          send(event)
          focusWrong(id)
        }}
      >
        {above && (
          <fieldset className={layout.fieldset} disabled={isRefused}>
            {above}
          </fieldset>
        )}
        <div className={layout.columns} data-room={room}>
          <fieldset className={layout.fieldset} disabled={isRefused}>
            <div className={layout.column}>{children}</div>
            {side}
          </fieldset>
          {preview}
        </div>
      </form>
      {below}
      {record.stale}
    </Page>
  )
}
