import { useRef, useState, type FormEvent } from 'react'

type Name<T> = keyof T & string
type Errors = Readonly<Record<string, string>>
type Options<T> = {
  initialValues: T
  /** What is wrong, by field; null where nothing is. */
  validate?: (values: T) => Partial<Record<Name<T>, string | null>>
  /** Says what is wrong with a field when it is left, not only when the form is sent. */
  validateInputOnBlur?: boolean
}
// What an input hands over depends on the input: an event, or the value itself.
// oxlint-disable-next-line typescript/no-explicit-any
type InputProps<V> = { onChange: (changed: any) => void; onBlur: () => void; error: string | undefined } & (
  | { value: V; checked?: never }
  | { checked: boolean; value?: never }
)
export type Form<T> = ReturnType<typeof useForm<T>>

/** What is typed into a form, what is wrong with it, and whether it differs from what the form started from. */
export function useForm<T>({ initialValues, validate, validateInputOnBlur = false }: Options<T>) {
  const [{ values, errors }, show] = useState({ values: initialValues, start: initialValues, errors: {} as Errors })
  // As of the last event, of which there may be several before it is shown.
  const now = useRef({ values: initialValues, start: initialValues, errors: {} as Errors })
  const set = (patch: Partial<typeof now.current>) => {
    now.current = { ...now.current, ...patch }
    show(now.current)
  }

  const check = () => wrongOf(validate?.(now.current.values) ?? {})
  const setErrors = (found: Partial<Record<string, string | null>>) => set({ errors: wrongOf(found) })
  const setFieldError = (name: string, error: string | null | undefined) =>
    setErrors({ ...now.current.errors, [name]: error ?? null })
  const clearFieldError = (name: string) => name in now.current.errors && setFieldError(name, null)
  const setFieldValue = <K extends Name<T>>(name: K, value: T[K]) => {
    set({ values: { ...now.current.values, [name]: value } })
    clearFieldError(name)
  }
  /** @returns whether nothing is wrong */
  const isValid = () => {
    const found = check()
    set({ errors: found })
    return Object.keys(found).length === 0
  }

  function getInputProps<K extends Name<T>>(name: K, as: { type: 'checkbox' }): InputProps<T[K]> & { checked: boolean }
  function getInputProps<K extends Name<T>>(name: K): InputProps<T[K]> & { value: T[K] }
  function getInputProps<K extends Name<T>>(name: K, as?: { type: 'checkbox' }) {
    const valueProps = as ? { checked: Boolean(values[name]) } : { value: values[name] }
    return {
      ...valueProps,
      error: errors[name],
      onChange: (changed: unknown) => setFieldValue(name, valueOf(changed) as T[K]),
      onBlur: () => validateInputOnBlur && setFieldError(name, check()[name]),
    }
  }

  return {
    values,
    errors,
    /** As they are now, also where they were changed since they were shown. */
    getValues: () => now.current.values,
    getInputProps,
    setFieldValue,
    /** Changes some, and takes away what was wrong. */
    setValues: (some: Partial<T>) => set({ values: { ...now.current.values, ...some }, errors: {} }),
    setErrors,
    setFieldError,
    clearFieldError,
    clearErrors: () => set({ errors: {} }),
    validate: isValid,
    isDirty: () => !isSame(now.current.values, now.current.start),
    /** From now on this is what the form started from. */
    resetDirty: (start: T) => set({ start }),
    onSubmit: (send: (values: T) => unknown, onInvalid?: (errors: Errors) => void) => (event?: FormEvent) => {
      event?.preventDefault()
      if (isValid()) send(now.current.values)
      else onInvalid?.(now.current.errors)
    },
  }
}

const wrongOf = (found: Partial<Record<string, string | null>>): Errors =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Of an input's event, or of what an input hands over instead of one. */
export function valueOf(changed: unknown): unknown {
  if (!changed || typeof changed !== 'object' || !('nativeEvent' in changed)) return changed
  const { currentTarget: input } = changed as FormEvent<HTMLInputElement>
  return input.type === 'checkbox' ? input.checked : input.value
}

/** Whether two values hold the same, however deep. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isRecord(one) || !isRecord(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))
