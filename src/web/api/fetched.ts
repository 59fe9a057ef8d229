import { noAnswer } from './failure.ts'

/**
 * Awaits code that is loaded on demand.
 * @throws ApiFailure 0 when the code cannot be loaded
 */
export const fetched = <M>(code: Promise<M>): Promise<M> =>
  code.catch(() => {
    throw noAnswer()
  })
