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

/** What can be changed: each save names the version that it was made on. */
type Versioned = { version: number }
type Saves<E extends Endpoint> = Pick<SaveOptions<E>, 'says' | 'onSuccess'> & { call: E }
/** What a change is made to: the record as the form holds it, the draft that is of it, and its version. */
type From<T, R> = { record: R; values: T; version: number }
/** How two records are put side by side whose fields are not all that the form holds. */
type Merging<T, R> = {
  /** Your side of the choice. */
  yours: (values: T, current: R, base: T) => T
  /** What was chosen, as the form holds it. */
  chosen: (values: T, current: R) => T
}

type Options<
  T extends Record<string, unknown>,
  N extends Versioned | undefined,
  C extends Endpoint,
  S extends Endpoint,
> = {
  /**
   * Names the form and its record, such as `movie:00012841`: what is typed is kept under it on this device. Null keeps
   * nothing: for a dialog of one field.
   */
  draft: string | null
  /** What is changed; undefined where one is made. The screen behind may fetch it anew: the form keeps what was opened. */
  record: N
  toDraft: (record: NonNullable<N>) => T
  /** What is wrong, by field; null where nothing is. */
  rules: (values: T) => Partial<Record<keyof T & string, string | null>>
  /** The fields' names, and a value for people: for the choice between yours and theirs. */
  labels: Partial<Record<keyof T & string, string>>
  show: (field: keyof T & string, value: T[keyof T & string], current: NonNullable<N>) => ReactNode
  /** Null where nothing is made, only changed. What it is called with is undefined as long as it cannot be sent. */
  create: (Saves<C> & { empty: T; args: (values: T) => CallArgs<C> | undefined }) | null
  change: Saves<S> & { args: (values: T, from: From<T, NonNullable<N>>) => CallArgs<S> | undefined }
  /** What closes or leads elsewhere after a save; or the form stays open with the record that was answered. */
  onDone: 'stays' | ((data: Data<C> | Data<S>) => unknown)
  /** After it was proposed to a second person: what closes, or leads elsewhere. */
  onApprovalRequested?: () => unknown
  /** Where the version that is saved upon is not the record's own. */
  versionOf?: (record: NonNullable<N>) => number
  /** Fields that the form has beside the record: nothing to choose when somebody else saved it. */
  own?: readonly (keyof T & string)[]
  /** Of these the ones that are never stored on the device: passwords and PINs. They are typed again. */
  secrets?: readonly (keyof T & string)[]
  merging?: Merging<T, NonNullable<N>>
  /** Says what is wrong when it is sent, not when a field is left: that would move the button from under the finger. */
  skipsLeaveGuard?: boolean
  /** Something was chosen that is no field: leaving asks for it, too. */
  isTouched?: boolean
  /** False for an answer after which what was typed is still to be saved. */
  isSaved?: (data: Data<C> | Data<S>) => boolean
  /** Where the call's fields stand in the form, where that has other names for them. */
  fieldOf?: Readonly<Record<string, string>>
  /** Nothing can be saved to it any more: there is nothing to choose. */
  isRemoved?: (current: NonNullable<N>) => boolean
  /** What else a failure means here: as of `useSave`. */
  onFailure?: (failure: ApiFailure) => boolean | string | void
  /** Told of what is wrong when it is sent nevertheless. */
  onInvalid?: (problems: Record<string, string>) => void
}

/** The part of a record's form that a `RecordForm`, `RecordDrawer` or `FormDialog` shows and does. */
export type RecordFrame<T extends Record<string, unknown>> = FormFrame & {
  form: Form<T>
  /** Leaving asks. */
  isBlocked: boolean
  discard: () => void
}
type RecordHandle<T extends Record<string, unknown>, N> = RecordFrame<T> & {
  record: N
  setRecord: (change: (known: N) => N) => void
  /** What the form started from. */
  base: T
  /** Somebody else's save, while it is chosen from. */
  current: NonNullable<N> | undefined
  problems: Partial<Record<keyof T & string, string>>
  save: (values: T) => void
}

/**
 * The form of a record: nothing typed is lost (useDraft, the question on leaving), a save that came too late is sorted
 * out field by field, and what the server refuses stands at its field.
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
      // Nothing of a record that is gone stays on the device.
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
