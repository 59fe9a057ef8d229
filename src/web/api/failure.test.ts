import { expect, it } from 'vitest'
import { NO_CONNECTION } from '#contract/message.ts'
import { ApiFailure, failureFrom, isUncertain, noAnswer } from './failure.ts'

// Clauses: core 193; operations 455
it('shows the first field error, else the message, else the connection error', () => {
  const errors = [{ field: 'title', message: 'Title is empty' }, { message: 'second' }]
  expect(new ApiFailure(422, { message: 'Validation failed', errors }).message).toBe('Title is empty')
  expect(new ApiFailure(403, { message: 'Permission denied' }).message).toBe('Permission denied')
  expect(noAnswer().message).toBe(NO_CONNECTION)
  expect(failureFrom(502, '<html>Bad gateway</html>', null).message).toBe(NO_CONNECTION)
})

it('returns the first message of each field', () => {
  const failure = failureFrom(
    422,
    JSON.stringify({
      status: 422,
      message: 'x',
      errors: [{ field: 'a', message: '1' }, { field: 'a', message: '2' }, { message: '3' }],
    }),
    null,
  )
  expect(failure.fields).toEqual({ a: '1' })
})

it('returns the current record of a stale save, and when to retry', () => {
  expect(failureFrom(409, '{"message":"m","data":{"version":3}}', null).current).toEqual({ version: 3 })
  expect(failureFrom(400, '{"message":"m","data":{"version":3}}', null).current).toBeUndefined()
  expect(failureFrom(429, '{"message":"m"}', '30').retryAfter).toBe(30)
})

it('recognises a save that may have arrived despite its failure', () => {
  expect([0, 500, 503].map((status) => isUncertain(new ApiFailure(status)))).toEqual([true, true, true])
  expect([401, 409, 422].map((status) => isUncertain(new ApiFailure(status)))).toEqual([false, false, false])
})
