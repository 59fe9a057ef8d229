import { expect, test } from 'vitest'
import { queue } from './queue.ts'
import { search } from '#features/lists/search/contract.ts'
import { testServer } from './test/harness.ts'

// ASVS: 2.4.1, 15.2.2
test('runs up to the limit at a time, in order, and continues after a failure', async () => {
  const atWork = queue(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    atWork(() => {
      started.push(n)
      return new Promise<number>((resolve, reject) =>
        ends.push(() => (n === 1 ? reject(new Error('failed')) : resolve(n))),
      )
    })
  const all = Promise.allSettled([1, 2, 3, 4].map(work))
  expect(started).toEqual([1, 2])
  ends[0]!()
  await expect.poll(() => started).toEqual([1, 2, 3])
  ends[1]!()
  await expect.poll(() => started).toEqual([1, 2, 3, 4])
  ends[2]!()
  ends[3]!()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await atWork(async () => 'again')).toBe('again')
})

test('leaves connections to others while many people search', async () => {
  const server = await testServer()
  try {
    const { finders } = server.app
    let [atWork, most] = [0, 0]
    for (const finder of finders) {
      const { records } = finder
      finder.records = async (...args) => {
        most = Math.max(most, ++atWork)
        return records(...args).finally(() => atWork--)
      }
    }
    const args = Array.from({ length: 10 }, () => server.call(search.find, { query: { query: 'popcorn' } }))
    expect((await Promise.all(args)).map(({ status }) => status)).toEqual(args.map(() => 200))
    expect([finders.length > 10, most]).toEqual([true, 4])
  } finally {
    await server.close()
  }
})
