import { noAnswer } from './failure.ts'

/** Code that is fetched when it is wanted. @throws ApiFailure 0 when it does not come */
export const fetched = <M>(code: Promise<M>): Promise<M> =>
  code.catch(() => {
    throw noAnswer()
  })
