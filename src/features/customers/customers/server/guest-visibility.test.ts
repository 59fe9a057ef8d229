import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageOf } from '#server/db/page.ts'
import { scopedTo } from '#server/db/scoped.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { guestsListed, readGuests } from './guests.ts'
import { customersSeen } from './visibility.ts'

let server: TestServer
beforeAll(async () => (server = await testServer()))
afterAll(() => server.close())

const CINEMAS = ['01', '02', '03', '04']
const HOURS = 6
const sale = fc.record({
  guest: fc.integer({ min: 0, max: 9 }),
  cinema: fc.constantFrom(...CINEMAS),
  hour: fc.integer({ min: 0, max: HOURS - 1 }),
})

test('lists guests of any cinemas once, latest purchase first, with their total', async () => {
  const query = fc.record({
    sales: fc.array(sale, { maxLength: 40 }),
    cinemas: fc.uniqueArray(fc.constantFrom(...CINEMAS), { minLength: 1 }),
    perPage: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(query, async ({ sales, cinemas, perPage }) => {
      await server.db.execute(sql`truncate guests, guest_cinemas, purchases cascade`)
      for (const [n, { guest, cinema, hour }] of sales.entries())
        await server.db.execute(sql`
          insert into purchases (source, external_id, at, day, channel, cinema_id, buyer_email, kobo)
          values ('test', ${String(n)}, ${atHour(hour)}, '2026-11-20', 'web', ${cinema}, ${`g${guest}@mail.example`}, 100)`)
      const scoped = scopedTo(server.db, cinemas)
      const seen = await customersSeen(scoped)
      const ofGuest = Map.groupBy(
        sales.filter(({ cinema }) => cinemas.includes(cinema)),
        ({ guest }) => `g${guest}@mail.example`,
      )
      const expected = [...ofGuest]
        .map(([email, bought]) => ({ email, hour: Math.max(...bought.map(({ hour }) => hour)), n: bought.length }))
        .toSorted((a, b) => b.hour - a.hour || (a.email < b.email ? 1 : -1))
        .map(({ email, hour, n }) => [email, atHour(hour), n])
      const read: unknown[][] = []
      for (let page = 1; ; page++) {
        const listed = guestsListed({}, seen, { upTo: page * perPage })
        const { keys, total } = await pageOf(scoped, [listed], { page, perPage })
        expect(total).toBe(expected.length)
        if (!keys.length) break
        for (const row of await readGuests(scoped, keys, seen))
          read.push([row.customer_email, row.lastPurchaseDate, row.purchases])
      }
      expect(read).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

const atHour = (hour: number) => `2026-11-20T1${hour}:00:00.000Z`
