import type { Form } from './useForm.ts'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallArgs, Data } from '#web/api/client.ts'
import { isMissing, type ApiFailure } from '#web/api/failure.ts'
import { useSave, type SaveOptions } from '#web/api/queries.ts'
import { DraftBanner } from './DraftBanner.tsx'
import { LazyStaleDialog } from './LazyStaleDialog.ts'
import { guardWhen } from './LeaveGuard.tsx'
import { withOwn, refused } from './refused.ts'
import { useUploading } from './uploads.ts'
import type { FormFrame } from './useActionForm.ts'
import { useDraft } from './useDraft.ts'

/** Record that can be changed; each save has the version it is based on. */
type Versioned = { version: number }
type Saves<E extends Endpoint> = Pick<SaveOptions<E>, 'says' | 'onSuccess'> & { call: E }
/** Start of a change: the record, its draft and its version. */
type From<T, R> = { record: R; values: T; version: number }
/** Conversion for comparing records whose fields are not all in the form. */
type Merging<T, R> = {
  /** Returns your side of the comparison. */
  yours: (values: T, current: R, base: T) => T
  /** Returns the chosen values for the form. */
  chosen: (values: T, current: R) => T
}

type Options<
  T extends Record<string, unknown>,
  N extends Versioned | undefined,
  C extends Endpoint,
  S extends Endpoint,
> = {
  /**
   * Name of the form and its record, such as `movie:00012841`, for drafts on this device. Null: nothing is stored, for
   * a dialog with one field.
   */
  draft: string | null
  /**
   * Record to change; undefined for a new one. The form keeps the opened record when the screen behind refetches it.
   */
  record: N
  toDraft: (record: NonNullable<N>) => T
  /** Errors by field; null: none. */
  rules: (values: T) => Partial<Record<keyof T & string, string | null>>
  /** Labels and formatted values of the fields, for the comparison after a stale save. */
  labels: Partial<Record<keyof T & string, string>>
  show: (field: keyof T & string, value: T[keyof T & string], current: NonNullable<N>) => ReactNode
  /** Null where records are only changed. The arguments are undefined while the form cannot be sent. */
  create: (Saves<C> & { empty: T; args: (values: T) => CallArgs<C> | undefined }) | null
  change: Saves<S> & { args: (values: T, from: From<T, NonNullable<N>>) => CallArgs<S> | undefined }
  /** Closes or navigates after a save; 'stays' keeps the form open with the saved record. */
  onDone: 'stays' | ((data: Data<C> | Data<S>) => unknown)
  /** Closes or navigates after an approval request. */
  onApprovalRequested?: () => unknown
  /** Returns the version to save, where it is not the record's own. */
  versionOf?: (record: NonNullable<N>) => number
  /** Fields of the form outside the record, which are not compared after a stale save. */
  own?: readonly (keyof T & string)[]
  /** Fields among these that are never stored, such as passwords and PINs. They are typed again. */
  secrets?: readonly (keyof T & string)[]
  merging?: Merging<T, NonNullable<N>>
  /** Checks fields on submit and not on leaving, because an error message would move the button under the finger. */
  skipsLeaveGuard?: boolean
  /** Something outside the fields was chosen, so leaving asks, too. */
  isTouched?: boolean
  /** Returns false for a response after which the values are still unsaved. */
  isSaved?: (data: Data<C> | Data<S>) => boolean
  /** Names of the form's fields for the call's fields, where they differ. */
  fieldOf?: Readonly<Record<string, string>>
  /** The record cannot be saved any longer, so there is nothing to compare. */
  isRemoved?: (current: NonNullable<N>) => boolean
  /** Handles other failures, as in `useSave`. */
  onFailure?: (failure: ApiFailure) => boolean | string | void
  /** Called with the errors on submit. */
  onInvalid?: (problems: Record<string, string>) => void
}

/** Part of a record's form that a `RecordForm`, `RecordDrawer` or `FormDialog` shows and runs. */
export type RecordFrame<T extends Record<string, unknown>> = FormFrame & {
  form: Form<T>
  /** Leaving asks first. */
  isBlocked: boolean
  discard: () => void
}
type RecordHandle<T extends Record<string, unknown>, N> = RecordFrame<T> & {
  record: N
  setRecord: (change: (known: N) => N) => void
  /** Values that the form started from. */
  base: T
  /** Record as saved by someone else, during the comparison. */
  current: NonNullable<N> | undefined
  problems: Partial<Record<keyof T & string, string>>
  save: (values: T) => void
}

/**
 * Form of a record: unsaved values are stored (useDraft), a stale save is compared by field, and rejected fields show
 * the server's error.
 */
export function useRecordForm<
  T extends Record<string, unknown>,
  N extends Versioned | undefined,
  C extends Endpoint,
  S extends Endpoint,
>(options: Options<T, N, C, S>): RecordHandle<T, N> {
  type R = NonNullable<N>
  const { create, change, toDraft, merging, onDone } = options
  const versionOf = options.versionOf ?? ((record: R) => record.version)
  const [record, setRecord] = useState(options.record)
  const [current, setCurrent] = useState<R>()
  const [isOver, setOver] = useState(false)
  const uploading = useUploading()
  const draft = useDraft<T>({
    id: options.draft,
    initial: record ? toDraft(record) : create!.empty,
    version: record ? versionOf(record) : null,
    rules: options.rules,
    secrets: options.secrets,
    skipsLeaveGuard: options.skipsLeaveGuard,
  })
  const { form, base } = draft
  const sent = useRef(form.values)

  const { call, says, onSuccess } = (record ? change : create) as Saves<Endpoint>
  const saving = useSave(call, {
    ...(says !== undefined && { says }),
    onSuccess: async (answer, args) => {
      const data = answer.data as Data<C> | Data<S>
      setCurrent(undefined)
      if (onDone === 'stays') {
        setRecord(data as N)
        draft.settle(toDraft(data as R), versionOf(data as R), sent.current)
      } else if (options.isSaved?.(data) ?? true) {
        setOver(true)
        draft.forget()
      }
      await onSuccess?.(answer, args)
    },
    onDone: ({ data }) => onDone !== 'stays' && onDone(data as Data<C> | Data<S>),
    onApprovalRequested: () => {
      setOver(true)
      setCurrent(undefined)
      draft.forget()
      return options.onApprovalRequested?.()
    },
    onFailure: (failure) => {
      const found = refused<R>(failure, {
        record: record as R | undefined,
        fieldOf: options.fieldOf,
        isRemoved: options.isRemoved,
      })
      setCurrent(found.current)
      if (!found.current) form.setErrors(found.errors)
      // The draft of a deleted record is removed from the device.
      if (record && isMissing(failure)) draft.discard()
      const isHandled = options.onFailure?.(failure)
      return found.current !== undefined || isHandled
    },
  })
  const send = (values: T, from: typeof base) => {
    sent.current = values
    const args = record
      ? change.args(values, { record, values: from.values, version: from.version! })
      : create!.args(values)
    if (args) saving.mutate(args)
  }
  const isBlocked = (draft.isDirty || Boolean(options.isTouched)) && !saving.isPending && !isOver

  const stale = () => {
    if (!current) return
    const now = toDraft(current)
    return (
      <LazyStaleDialog
        base={base.values}
        current={withOwn(now, form.values, [...(options.own ?? []), ...(options.secrets ?? [])])}
        yours={merging ? merging.yours(form.values, current, base.values) : form.values}
        labels={options.labels}
        show={(field, value) => options.show(field, value, current)}
        isSaving={saving.isPending}
        onClose={() => setCurrent(undefined)}
        onSave={(chosen) => {
          const values = merging ? merging.chosen(chosen, current) : chosen
          const version = versionOf(current)
          draft.rebase(now, version, values)
          send(values, { values: now, version })
        }}
      />
    )
  }

  return {
    form,
    record,
    setRecord,
    base: base.values,
    current,
    problems: draft.problems,
    isSaving: saving.isPending,
    save: (values) => send(values, base),
    permission: call.permission,
    uploading,
    isBlocked,
    guard: guardWhen(() => isBlocked || uploading !== undefined, draft.discard),
    discard: draft.discard,
    submit: form.onSubmit(
      (values) => send(values, base),
      (problems) => options.onInvalid?.(problems as Record<string, string>),
    ),
    banner: (
      <DraftBanner
        at={draft.offered?.at}
        isOutdated={draft.offered?.version !== base.version}
        onRestore={draft.restore}
        onDiscard={draft.forget}
      />
    ),
    stale: <Suspense>{stale()}</Suspense>,
  }
}
