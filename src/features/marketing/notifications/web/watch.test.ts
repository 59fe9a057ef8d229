import { expect, test } from 'vitest'
import type { Notification } from '../contract.ts'
import { watchMs } from './watch.ts'

const one = (of: Partial<Notification>) => ({ state: 'sent', beginsIn: null, ...of }) as Notification

test('what is sent just now, or is about to be, is read again each second; the others now and then', () => {
  expect(watchMs([])).toBe(30_000)
  expect(watchMs([one({}), one({ state: 'scheduled' })])).toBe(30_000)
  expect(watchMs([one({}), one({ state: 'sending' })])).toBe(1000)
  expect(watchMs([one({ state: 'scheduled', beginsIn: 12 })])).toBe(1000)
})
