import { beforeEach, expect, it } from 'vitest'
import { clearToasts, getToasts, hideToast, showToast } from './toasts.ts'

beforeEach(clearToasts)

// Clauses: core 120, 216; operations 268, 523
it('hides success after 2 seconds, keeps an action for 10, and an error until dismissed', () => {
  showToast('success', 'Saved')
  showToast('success', 'Deleted', { label: 'Undo', onAction: () => undefined })
  const id = showToast('error', 'No')
  expect(getToasts().map(({ hidesAfter }) => hidesAfter)).toEqual([2000, 10_000, undefined])
  hideToast(id)
  expect(getToasts()).toHaveLength(2)
})

// Clauses: core 98
it('shows no message twice and at most three toasts', () => {
  for (const message of ['a', 'b', 'a', 'c', 'd']) showToast('error', message)
  expect(getToasts().map(({ message }) => message)).toEqual(['a', 'c', 'd'])
})
