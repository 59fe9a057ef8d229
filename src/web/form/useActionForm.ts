import type { FormEventHandler, ReactNode } from 'react'
import type { Endpoint, RequiredPermission } from '#contract/endpoint.ts'
import type { CallArgs } from '#web/api/client.ts'
import { useSave, type SaveOptions } from '#web/api/queries.ts'
import type { LeaveGuard } from '#web/ui/leave.ts'
import { guardWhen } from './LeaveGuard.tsx'
import { refused } from './refused.ts'
import { useForm, type Form } from './useForm.ts'

/** Part of a form that its dialog shows and runs. */
export type FormFrame = {
  permission: RequiredPermission
  isSaving: boolean
  /** Reason why the form cannot be sent during an upload. */
  uploading?: string | undefined
  guard: LeaveGuard
  submit: FormEventHandler<HTMLFormElement>
  banner?: ReactNode
  stale?: ReactNode
}

type Options<T, E extends Endpoint> = SaveOptions<E> & {
  initial: T
  /** Errors by field; null: none. */
  rules?: (values: T) => Partial<Record<keyof T & string, string | null>>
  /** Checks a field when the user leaves it, too. */
  checksOnBlur?: boolean
  /** The call's arguments; undefined: nothing is sent. */
  args: (values: T, form: Form<T>) => CallArgs<E> | undefined
  /** Closes the form after the call, and after an approval request. `onDone` and `onApprovalRequested` replace it. */
  onClose?: () => unknown
  /** The form's field for a field of the call, where the names differ. */
  fieldOf?: Readonly<Record<string, string>>
}

/**
 * Form for an action without a record, so that nothing is stored and no save is stale. Rejected fields show the
 * server's error.
 */
export function useActionForm<E extends Endpoint, T extends Record<string, unknown>>(
  call: E,
  { initial, rules, checksOnBlur = false, args, onClose, fieldOf, onFailure, ...saving }: Options<T, E>,
): FormFrame & { form: Form<T> } {
  const form = useForm<T>({ initialValues: initial, validate: rules, validateInputOnBlur: checksOnBlur })
  const save = useSave(call, {
    onDone: onClose,
    onApprovalRequested: onClose,
    ...saving,
    onFailure: (failure, sent) => {
      form.setErrors(refused(failure, { record: undefined, fieldOf }).errors)
      return onFailure?.(failure, sent)
    },
  })
  return {
    form,
    permission: call.permission,
    isSaving: save.isPending,
    guard: guardWhen(() => form.isDirty() && !save.isPending),
    submit: form.onSubmit((values) => {
      const sent = args(values, form)
      if (sent) save.mutate(sent)
    }),
  }
}
