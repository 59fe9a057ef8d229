import { useForm } from './useForm.ts'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '#web/api/session.ts'
import { dropDraft, keepDraft, readDraft, type StoredDraft } from './draft-store.ts'
import { changedSince } from './changed.ts'

type Options<T> = {
  /** Names the form and the record, such as `movie:00012841`; null keeps nothing on the device. */
  id: string | null
  /** Every field of the form: one that is left out here would be missing from the save. */
  initial: T
  /** The version of the record that the form shows; null for a new one. */
  version: number | null
  /** What is wrong, by field; null where nothing is. */
  rules: (values: T) => Partial<Record<keyof T & string, string | null>>
  /** Fields that are never stored on the device: passwords and PINs. They are typed again. */
  secrets?: readonly (keyof T & string)[] | undefined
  /** Says what is wrong when the form is sent, not already when a field is left. */
  skipsLeaveGuard?: boolean | undefined
}

/**
 * A form whose typing is not lost: what is typed is stored on this device until it is saved, and offered again after a
 * reload, a crash or a session that ended. `base` is what the form started from.
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
      // What was typed and undone again is nothing to offer; what another time left stays.
      if (isStored.current) dropDraft(me.id, id)
      isStored.current = false
      return
    }
    // Typing of another time is not overwritten before it is taken up or thrown away.
    if (offered || isOver.current) return
    const timer = setTimeout(() => {
      // Thrown away since: until the page has gone the timer still runs.
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
    /** Typing of another time that was not saved, until it is taken up or thrown away. */
    offered,
    restore: () => {
      if (!offered) return
      // Based on what it was typed over: if the record was saved since, the save is stale and says so.
      setBase({ values: { ...initial, ...offered.base }, version: offered.version })
      form.setValues({ ...initial, ...offered.values })
      form.resetDirty({ ...initial, ...offered.base })
      setOffered(undefined)
    },
    forget,
    /** Of what is thrown away, or whose record is gone: nothing of it is kept from now on. What another time left stays. */
    discard: () => {
      isOver.current = true
      if (!offered) dropDraft(me.id, id)
    },
    /**
     * After a save: the record as it is now becomes what the form starts from. What was typed after it was sent stays.
     * @param sent the values that were saved
     */
    settle: (values: T, settledVersion: number | null, sent: T) => {
      const settled = { values, version: settledVersion }
      const later = changedSince(sent, form.getValues())
      forget()
      isStored.current = Object.keys(later).length > 0
      // At once: the form may have been left meanwhile.
      if (isStored.current) keepDraft(me.id, id, toStore({ ...values, ...later }, settled, secrets))
      setBase(settled)
      form.setValues({ ...values, ...later })
      form.resetDirty(values)
      form.clearErrors()
    },
    /** After a stale save was sorted out: the values to save are based on this version now. */
    rebase: (current: T, theirVersion: number, values: T) => {
      setBase({ values: current, version: theirVersion })
      form.setValues(values)
      form.resetDirty(current)
    },
  }
}

const whatIsWrong = <K extends string>(errors: Partial<Record<K, string | null>>) =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as Partial<Record<K, string>>

/** What is kept on the device: every secret as the form started from. */
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
