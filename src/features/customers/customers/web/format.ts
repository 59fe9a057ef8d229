import type { Reading } from '#web/list/List.tsx'
import { messages } from '../rules.ts'

/** What stands where a value is missing (operations 3): of a field, and in a table. */
export const NIL = 'Nil'
export const BLANK = '_'

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim() || NIL

/** A list of people that could not be read says so in the specification's words (operations 8), whatever the reason. */
export const withPlainReason = <R extends Reading>(reading: R): R =>
  reading.error ? { ...reading, error: new Error(messages.thereIsAnError) } : reading
