import { IntegrationError } from '../error.ts'

/** Failed action, as named in the message. */
export type StorageAction = 'store' | 'read' | 'remove'

/** Error of every store: 503. A full store stays full until someone frees space. */
export const storeFault = (
  action: StorageAction,
  { isFull = false, cause }: { isFull?: boolean; cause?: unknown } = {},
) => {
  const message = isFull
    ? 'The file store is full. Nothing was saved. Contact your administrator.'
    : `The file store could not ${action} the file. Try again shortly.`
  return new IntegrationError(message, { status: 503, isPassing: !isFull, cause })
}
