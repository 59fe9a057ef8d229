import type { ApiFailure } from '#web/api/failure.ts'

type Form<R> = {
  /** The record that is changed; none where one is made. */
  record: R | undefined
  /** Where the call's fields stand in the form, where that has other names for them. */
  fieldOf?: Readonly<Record<string, string>> | undefined
  /** Nothing can be saved to it any more: there is nothing to choose. */
  isGone?: ((theirs: R) => boolean) | undefined
}

/** What a refused save means to its form: the record as somebody else has saved it, or what is wrong by field. */
export function refused<R>({ current, fields }: Pick<ApiFailure, 'current' | 'fields'>, form: Form<R>) {
  const theirs = form.record && (current as R | undefined)
  if (theirs && !form.isGone?.(theirs)) return { theirs, errors: {} }
  const errors: Record<string, string> = {}
  for (const [field, message] of Object.entries(fields)) errors[form.fieldOf?.[field] ?? field] ??= message
  return { theirs: undefined, errors }
}

/** The record as it is now, with the fields that belong to the form alone as they were typed: they are nothing to choose. */
export const besideOwn = <T extends object>(theirs: T, yours: T, own: readonly (keyof T)[] = []): T =>
  Object.assign({ ...theirs }, ...own.map((field) => ({ [field]: yours[field] })))
