import { IntegrationError } from '../error.ts'

/** What was tried when a store failed, as its words name it. */
export type StorageAction = 'store' | 'read' | 'remove'

/** The one answer of every store that failed: 503. A full one stays full until somebody clears it. */
export const storeFault = (
  action: StorageAction,
  { isFull = false, cause }: { isFull?: boolean; cause?: unknown } = {},
) => {
  const message = isFull
    ? 'The file store is full. Nothing was saved. Contact your administrator.'
    : `The file store could not ${action} the file. Try again shortly.`
  return new IntegrationError(message, { status: 503, isPassing: !isFull, cause })
}
