import { useForm } from './useForm.ts'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '#web/api/session.ts'
import { dropDraft, keepDraft, readDraft, type StoredDraft } from './draft-store.ts'
import { changedSince } from './changed.ts'

type Options<T> = {
  /** Name of the form and its record, such as `movie:00012841`; null: nothing is stored. */
  id: string | null
  /** All fields of the form, because a missing one would be missing from the save. */
  initial: T
  /** Version of the record in the form; null: a new record. */
  version: number | null
  /** Errors by field; null: none. */
  rules: (values: T) => Partial<Record<keyof T & string, string | null>>
  /** Fields that are never stored, such as passwords and PINs. They are typed again. */
  secrets?: readonly (keyof T & string)[] | undefined
  /** Checks fields on submit, not when they lose the focus. */
  skipsLeaveGuard?: boolean | undefined
}

/**
 * Form whose unsaved values are stored on this device, and offered again after a reload, a crash or an ended session.
 * `base` is what the form started from.
 */
export function useDraft<T extends Record<string, unknown>>({
  id,
  initial,
  version,
  rules,
  secrets,
  skipsLeaveGuard = false,
}: Options<T>) {
  const me = useMe()
  const [base, setBase] = useState({ values: initial, version })
  const form = useForm<T>({
    initialValues: initial,
    validate: rules,
    validateInputOnBlur: !skipsLeaveGuard,
  })
  const [offered, setOffered] = useState<StoredDraft<T> | undefined>(() => {
    const stored = readDraft<T>(me.id, id)
    return stored && JSON.stringify(stored.values) !== JSON.stringify(initial) ? stored : undefined
  })
  const isDirty = form.isDirty()
  const isStored = useRef(false)
  const isOver = useRef(false)

  useEffect(() => {
    if (!isDirty) {
      // Values equal to the start need no draft; a draft from an earlier visit stays.
      if (isStored.current) dropDraft(me.id, id)
      isStored.current = false
      return
    }
    // A draft from an earlier visit is kept until it is restored or discarded.
    if (offered || isOver.current) return
    const timer = setTimeout(() => {
      // The draft was discarded; the timer runs until the page is gone.
      if (isOver.current) return
      isStored.current = true
      keepDraft(me.id, id, toStore(form.values, base, secrets))
    }, 250)
    return () => clearTimeout(timer)
  }, [isDirty, offered, form.values, base, me.id, id, secrets])

  const forget = () => {
    dropDraft(me.id, id)
    setOffered(undefined)
  }
  return {
    form,
    base,
    isDirty,
    problems: whatIsWrong(rules(form.values)),
    /** Draft from an earlier visit, until it is restored or discarded. */
    offered,
    restore: () => {
      if (!offered) return
      // Keeps the draft's version: if the record was saved in between, the save is stale and the values are compared.
      setBase({ values: { ...initial, ...offered.base }, version: offered.version })
      form.setValues({ ...initial, ...offered.values })
      form.resetDirty({ ...initial, ...offered.base })
      setOffered(undefined)
    },
    forget,
    /** Stops storing, after a discard or when the record is gone. A draft from an earlier visit stays. */
    discard: () => {
      isOver.current = true
      if (!offered) dropDraft(me.id, id)
    },
    /**
     * Starts over from the saved record. Values typed after the save was sent stay.
     * @param sent the saved values
     */
    settle: (values: T, settledVersion: number | null, sent: T) => {
      const settled = { values, version: settledVersion }
      const later = changedSince(sent, form.getValues())
      forget()
      isStored.current = Object.keys(later).length > 0
      // Stored immediately, because the form may have been left during the save.
      if (isStored.current) keepDraft(me.id, id, toStore({ ...values, ...later }, settled, secrets))
      setBase(settled)
      form.setValues({ ...values, ...later })
      form.resetDirty(values)
      form.clearErrors()
    },
    /** Bases the values on the current version, after a stale save was resolved. */
    rebase: (current: T, theirVersion: number, values: T) => {
      setBase({ values: current, version: theirVersion })
      form.setValues(values)
      form.resetDirty(current)
    },
  }
}

const whatIsWrong = <K extends string>(errors: Partial<Record<K, string | null>>) =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as Partial<Record<K, string>>

/** Returns the values to store, with secrets as the form started. */
const toStore = <T extends Record<string, unknown>>(
  values: T,
  base: { values: T; version: number | null },
  secrets: Options<T>['secrets'] = [],
): StoredDraft<T> => ({
  values: { ...values, ...Object.fromEntries(secrets.map((field) => [field, base.values[field]])) },
  base: base.values,
  version: base.version,
  at: new Date().toISOString(),
})
