import type * as Crypto from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword, isUnknownAccountsPassword, isPassword } from './password.ts'

/** Records argon2's parameters, which decide the cost of a check. */
const costs = vi.hoisted(() => [] as { memory: number; passes: number; parallelism: number; tagLength: number }[])
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism, tagLength } = parameters
    costs.push({ memory, passes, parallelism, tagLength })
    return crypto.argon2(algorithm, parameters, done)
  }
  return { ...crypto, argon2 }
})

beforeEach(async () => {
  // Because the decoy is made with the first check.
  await isUnknownAccountsPassword('x')
  costs.length = 0
})
const costOf = async (check: () => Promise<boolean>) => {
  const before = costs.length
  expect(await check()).toBe(false)
  return costs.slice(before)
}

test.each([
  ['a plain one', 'a wrong password'],
  ['one whose letters are written in another form', 'Ọ̀ṣúnbọ́'.normalize('NFD')],
])('costs the same for an account with a password, without one, and for an unknown account: %s', async (_, guess) => {
  const phc = await hashPassword('lagos island 1962')
  const real = await costOf(() => isPassword(guess, phc))
  expect(real.length).toBeGreaterThan(0)
  expect(await costOf(() => isPassword(guess, null))).toEqual(real)
  expect(await costOf(() => isUnknownAccountsPassword(guess))).toEqual(real)
})
