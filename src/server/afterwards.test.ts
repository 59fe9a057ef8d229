import { expect, test } from 'vitest'
import { afterwards } from './afterwards.ts'

test('runs work in order after the answer, also after a failure', async () => {
  const done: string[] = []
  const { leave, settled } = afterwards((error) => done.push(String(error)))
  leave(async () => done.push('one'))
  leave(async () => {
    throw new Error('two')
  })
  leave(async () => {
    done.push('three')
    leave(async () => done.push('four'))
  })
  done.push('answered')
  await settled()
  expect(done).toEqual(['answered', 'one', 'Error: two', 'three', 'four'])
})

test('limits waiting work by memory', async () => {
  const failures: unknown[] = []
  let done = 0
  const { leave, settled } = afterwards((error) => failures.push(error))
  for (let n = 0; n < 502; n++) leave(async () => void done++)
  await settled()
  expect(done).toBe(500)
  expect(failures).toHaveLength(2)
})
