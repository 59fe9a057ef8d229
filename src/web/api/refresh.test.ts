import { expect, it } from 'vitest'
import { ApiFailure } from './failure.ts'
import { refreshGate, type Tokens } from './refresh.ts'

/** Simulates the tabs of a browser, which share a store and a lock. */
function browser(refresh: (token: string, count: number) => Promise<Tokens>) {
  const world = { stored: { jwt: 'old', refreshToken: 'r0' }, refreshes: 0, ended: 0 }
  let queue: Promise<unknown> = Promise.resolve()
  const spent = new Set<string>()
  /** @param lag number of reads after which this tab sees the stored tokens */
  const tab = (lag = 0) => {
    let seen = world.stored
    return refreshGate({
      read: () => (lag-- > 0 ? seen : (seen = world.stored)),
      renew: (used, next) => {
        if (world.stored.refreshToken === used) world.stored = next
      },
      end: () => {
        world.ended++
        world.stored = { jwt: '', refreshToken: '' }
      },
      refresh: (token) => refresh(token, ++world.refreshes),
      lock: (work) => {
        const turn = queue.then(work)
        queue = turn.catch(() => undefined)
        return turn
      },
      spend: async (token) => void spent.add(token),
      isSpent: async (token) => spent.has(token),
      pause: async () => undefined,
    })
  }
  return { world, tab }
}
const rotating = async (token: string, count: number): Promise<Tokens> => {
  expect(token).toBe(`r${count - 1}`)
  return { jwt: `new${count}`, refreshToken: `r${count}` }
}

// Clauses: core 188
it('refreshes once for many 401 responses', async () => {
  const { world, tab } = browser(rotating)
  const renewed = tab()
  expect(await Promise.all([renewed('old'), renewed('old'), renewed('old')])).toEqual(['new1', 'new1', 'new1'])
  expect(world.refreshes).toBe(1)
})

it('refreshes once for many tabs, and waiting tabs use the stored tokens', async () => {
  const { world, tab } = browser(rotating)
  expect(await Promise.all([tab()('old'), tab()('old')])).toEqual(['new1', 'new1'])
  expect(world.refreshes).toBe(1)
})

it('never sends a refresh token twice when a tab sees the new tokens late', async () => {
  const { world, tab } = browser(rotating)
  const late = tab(5)
  expect(await Promise.all([tab()('old'), late('old')])).toEqual(['new1', 'new1'])
  expect(world.refreshes).toBe(1)
})

it("stops waiting when another tab's tokens never arrive", async () => {
  const { world, tab } = browser(rotating)
  const late = tab(Infinity)
  await tab()('old')
  await expect(late('old')).rejects.toThrow(ApiFailure)
  expect(world.ended).toBe(0)
})

it('returns the stored token immediately when an older one was rejected', async () => {
  const { world, tab } = browser(rotating)
  const renewed = tab()
  await renewed('old')
  expect(await renewed('old')).toBe('new1')
  expect(world.refreshes).toBe(1)
  expect(await renewed('new1')).toBe('new2')
})

// Clauses: core 189
it('ends the session when the refresh is rejected or there is no refresh token', async () => {
  const { world, tab } = browser(async () => {
    throw new ApiFailure(401, { message: 'Your session has ended. Sign in again' })
  })
  expect(await tab()('old')).toBeUndefined()
  expect(world.ended).toBe(1)
  expect(await tab()('old')).toBeUndefined()
  expect(world.refreshes).toBe(1)
})

it.each([0, 429, 500, 503])('keeps the session when the refresh returns %i', async (status) => {
  const { world, tab } = browser(async () => {
    throw new ApiFailure(status)
  })
  await expect(tab()('old')).rejects.toThrow(ApiFailure)
  expect(world.ended).toBe(0)
  expect(world.stored.refreshToken).toBe('r0')
})

it('retries after a refresh without a response', async () => {
  const { tab } = browser(async (_, count) => {
    if (count === 1) throw new ApiFailure(0)
    return { jwt: 'new', refreshToken: 'r1' }
  })
  const renewed = tab()
  await expect(renewed('old')).rejects.toThrow('internet connection')
  expect(await renewed('old')).toBe('new')
})
