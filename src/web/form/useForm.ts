import { useRef, useState, type FormEvent } from 'react'

type Name<T> = keyof T & string
type Errors = Readonly<Record<string, string>>
type Options<T> = {
  initialValues: T
  /** Errors by field; null: none. */
  validate?: (values: T) => Partial<Record<Name<T>, string | null>>
  /** Checks a field when it loses the focus, too. */
  validateInputOnBlur?: boolean
}
// An input passes an event or the value itself.
// oxlint-disable-next-line typescript/no-explicit-any
type InputProps<V> = { onChange: (changed: any) => void; onBlur: () => void; error: string | undefined } & (
  | { value: V; checked?: never }
  | { checked: boolean; value?: never }
)
export type Form<T> = ReturnType<typeof useForm<T>>

/** State of a form: its values, its errors, and whether they differ from the start. */
export function useForm<T>({ initialValues, validate, validateInputOnBlur = false }: Options<T>) {
  const [{ values, errors }, show] = useState({ values: initialValues, start: initialValues, errors: {} as Errors })
  // State after the last event; several events may come before a render.
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
  /** @returns whether there are no errors */
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
    /** Current values, including changes since the last render. */
    getValues: () => now.current.values,
    getInputProps,
    setFieldValue,
    /** Changes values and clears the errors. */
    setValues: (some: Partial<T>) => set({ values: { ...now.current.values, ...some }, errors: {} }),
    setErrors,
    setFieldError,
    clearFieldError,
    clearErrors: () => set({ errors: {} }),
    validate: isValid,
    isDirty: () => !isSame(now.current.values, now.current.start),
    /** Sets the values that the form started from. */
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

/** Returns the value of an input's event, or the value passed instead of an event. */
export function valueOf(changed: unknown): unknown {
  if (!changed || typeof changed !== 'object' || !('nativeEvent' in changed)) return changed
  const { currentTarget: input } = changed as FormEvent<HTMLInputElement>
  return input.type === 'checkbox' ? input.checked : input.value
}

/** Returns whether two values are deeply equal. */
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
