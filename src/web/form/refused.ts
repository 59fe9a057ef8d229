import type { ApiFailure } from '#web/api/failure.ts'

type Form<R> = {
  /** The record that is changed; none where one is made. */
  record: R | undefined
  /** Where the call's fields stand in the form, where that has other names for them. */
  fieldOf?: Readonly<Record<string, string>> | undefined
  /** Nothing can be saved to it any more: there is nothing to choose. */
  isRemoved?: ((current: R) => boolean) | undefined
}

/** What a refused save means to its form: the record as somebody else has saved it, or what is wrong by field. */
export function refused<R>({ current, fields }: Pick<ApiFailure, 'current' | 'fields'>, form: Form<R>) {
  const stored = form.record && (current as R | undefined)
  if (stored && !form.isRemoved?.(stored)) return { current: stored, errors: {} }
  const errors: Record<string, string> = {}
  for (const [field, message] of Object.entries(fields)) errors[form.fieldOf?.[field] ?? field] ??= message
  return { current: undefined, errors }
}

/** The record as it is now, with the fields that belong to the form alone as they were typed: they are nothing to choose. */
export const withOwn = <T extends object>(current: T, typed: T, own: readonly (keyof T)[] = []): T =>
  Object.assign({ ...current }, ...own.map((field) => ({ [field]: typed[field] })))
