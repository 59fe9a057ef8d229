import { beforeEach, expect, it } from 'vitest'
import { clearAlerts, getAlerts, hideAlert, showAlert } from './alerts.ts'

beforeEach(clearAlerts)

// Clauses: core 120, 216; operations 268, 523
it('hides success after 2 seconds, keeps an action for 10, and an error until it is dismissed', () => {
  showAlert('success', 'Saved')
  showAlert('success', 'Deleted', { label: 'Undo', onAction: () => undefined })
  const id = showAlert('error', 'No')
  expect(getAlerts().map(({ hidesAfter }) => hidesAfter)).toEqual([2000, 10_000, undefined])
  hideAlert(id)
  expect(getAlerts()).toHaveLength(2)
})

// Clauses: core 98
it('says nothing twice, and not too much at once', () => {
  for (const message of ['a', 'b', 'a', 'c', 'd']) showAlert('error', message)
  expect(getAlerts().map(({ message }) => message)).toEqual(['a', 'c', 'd'])
})
