import type { Reading } from '#web/list/List.tsx'
import { messages } from '../rules.ts'

/** Text for a missing value (operations 3): in a field, and in a table. */
export const NIL = 'Nil'
export const BLANK = '_'

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim() || NIL

/** Error text of a list of people (operations 8), for any cause. */
export const withPlainReason = <R extends Reading>(reading: R): R =>
  reading.error ? { ...reading, error: new Error(messages.thereIsAnError) } : reading
