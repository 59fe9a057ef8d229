import { expect, test } from 'vitest'
import type { Rights } from '#contract/permissions.ts'
import { hiddenFrom } from './rules.ts'

/** Of a role at one cinema. */
const at = (...permissions: string[]): Rights => ({
  userType: 'ADMIN',
  permissions: [],
  cinemaRoles: [{ permissions, cinemas: ['0001'] }],
})

test('whoever has it at one cinema sees whom a line of a booking there is about, and of no line of the chain’s admins', () => {
  const hidden = hiddenFrom(at('audit:read', 'admins:read', 'cubes:read'))
  expect(hidden).not.toContain('cube booking')
  expect(hidden).toContain('admin')
})
