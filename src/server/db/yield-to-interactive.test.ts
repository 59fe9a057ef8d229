import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../test/database.ts'
import type { Database } from './connect.ts'
import { yieldToInteractive } from './yield-to-interactive.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database?.close())

/** Occupies all connections and requests one more. */
async function oneWaiting() {
  const { pool } = database
  const out = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const waiting = pool.connect()
  return async () => {
    for (const client of out) client.release()
    ;(await waiting).release()
  }
}

describe('background work', () => {
  it('starts when no one waits for a connection', async () => {
    await yieldToInteractive(database)
    const over = await oneWaiting()
    const looked = vi.spyOn(database.pool, 'waitingCount', 'get')
    const order: string[] = []
    const begun = yieldToInteractive(database).then(() => order.push('work'))
    await vi.waitUntil(() => looked.mock.calls.length > 2)
    looked.mockRestore()
    order.push('a call of staff')
    await over()
    await begun
    expect(order).toEqual(['a call of staff', 'work'])
  })

  it('starts after five seconds even if someone waits', async () => {
    const over = await oneWaiting()
    await yieldToInteractive(database)
    expect(database.pool.waitingCount).toBe(1)
    await over()
  }, 10_000)
})
