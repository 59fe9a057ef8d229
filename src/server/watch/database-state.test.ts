import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../db/connect.ts'
import { databaseStateOf } from './database-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SECOND = 1000
const UNAVAILABLE = { isUp: false, queues: [], idleSeconds: undefined, backupAt: undefined, integrations: [] }
/** Answers each query as the test defines. */
function database(answer: (text: string) => Promise<unknown[]>) {
  let count = 0
  const execute = (query: { queryChunks: { value?: string[] }[] }) => {
    count++
    return answer(query.queryChunks.map(({ value }) => value?.join('') ?? '').join('')).then((rows) => ({ rows }))
  }
  return { db: { execute } as unknown as Db, count: () => count }
}

test('queries the state once in a while, however many scrape', async () => {
  const { db, count } = database(async (text) =>
    text.includes('to_regclass')
      ? [{ isThere: false }]
      : text.includes('from settings')
        ? [{ value: { at: '2026-11-20T03:30:00Z', bytes: 1 } }]
        : [
            {
              name: 'mail',
              success: '2026-11-20T08:00:00Z',
              failure: null,
              failing: '2026-11-20T09:00:00Z',
              reason: '',
            },
          ],
  )
  const stand = databaseStateOf(db)
  const [one, other] = await Promise.all([stand(), stand()])
  const integrations = [{ name: 'mail', isFailing: true, succeededAt: Date.parse('2026-11-20T08:00:00Z') / 1000 }]
  expect(one).toEqual({
    isUp: true,
    queues: [],
    idleSeconds: undefined,
    backupAt: Date.parse('2026-11-20T03:30:00Z') / 1000,
    integrations,
  })
  expect(other).toBe(one)
  expect(count()).toBe(4)
  await vi.advanceTimersByTimeAsync(9 * SECOND)
  expect(await stand()).toBe(one)
  expect(count()).toBe(4)
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  await stand()
  expect(count()).toBe(8)
})

test('reports a database that fails as down', async () => {
  const { db } = database(async () => {
    throw new Error('away')
  })
  expect(await databaseStateOf(db)()).toEqual(UNAVAILABLE)
})

test('reports a silent database as down after two seconds, without a second query meanwhile', async () => {
  const { db, count } = database(() => new Promise(() => {}))
  const stand = databaseStateOf(db)
  for (let scrape = 0; scrape < 3; scrape++) {
    const answer = stand()
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    expect(await answer).toEqual(UNAVAILABLE)
  }
  expect(count()).toBe(1)
})
