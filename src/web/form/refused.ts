import type { ApiFailure } from '#web/api/failure.ts'

type Form<R> = {
  /** Record to change; undefined for a new one. */
  record: R | undefined
  /** Names of the form's fields for the call's fields, where they differ. */
  fieldOf?: Readonly<Record<string, string>> | undefined
  /** The record cannot be saved any longer, so there is nothing to compare. */
  isRemoved?: ((current: R) => boolean) | undefined
}

/** Interprets a rejected save: the record as saved by someone else, or the errors by field. */
export function refused<R>({ current, fields }: Pick<ApiFailure, 'current' | 'fields'>, form: Form<R>) {
  const stored = form.record && (current as R | undefined)
  if (stored && !form.isRemoved?.(stored)) return { current: stored, errors: {} }
  const errors: Record<string, string> = {}
  for (const [field, message] of Object.entries(fields)) errors[form.fieldOf?.[field] ?? field] ??= message
  return { current: undefined, errors }
}

/** Returns the current record with the form's own fields as typed, because they are not compared. */
export const withOwn = <T extends object>(current: T, typed: T, own: readonly (keyof T)[] = []): T =>
  Object.assign({ ...current }, ...own.map((field) => ({ [field]: typed[field] })))
