import fc from 'fast-check'
import { expect, test } from 'vitest'
import { written } from '#server/http/csv-lines.ts'
import { changeOf, snapshotOf, rowsOfCsv } from './table.ts'

async function* inChunks(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const csvOf = (rows: readonly (readonly string[])[]) =>
  `\ufeff${rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`
const snapshot = async (rows: string[][], most = 100) =>
  (await snapshotOf(inChunks(csvOf(rows), 7), most, { adds: ['Tickets sold'] }))!

test('a file is read as it was written, wherever it is cut', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '🎬', '"', ',', '\n', ' ', '1') })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const read: string[][] = []
        for await (const cells of rowsOfCsv(inChunks(csvOf(rows), size))) read.push(cells)
        expect(read).toEqual(rows)
      },
    ),
  )
})

const HEAD = ['Film', 'Tickets sold', 'Phone']
test('the email has the first rows, and what the figures add up to', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => [`Film ${n}`, '2', '0803'])
  expect(await snapshot([HEAD, ...rows])).toMatchObject({ rows: 25, head: HEAD, totals: { 'Tickets sold': 50 } })
  expect((await snapshot([HEAD, ...rows])).first).toHaveLength(20)
  expect((await snapshot([HEAD])).totals).toEqual({})
  expect((await snapshot([HEAD, ['Film 1', '', '']])).totals).toEqual({})
  expect(await snapshotOf(inChunks(csvOf([HEAD, ...rows]), 50), 24)).toBeUndefined()
})

test('a line above the heading says what the file is of, and is no row', async () => {
  const csv = csvOf([['Films; all cinemas'], HEAD, ['Ada', '1', '']])
  expect(await snapshotOf(inChunks(csv, 7), 100, { hasAbout: true })).toMatchObject({
    rows: 1,
    head: HEAD,
    first: [['Ada', '1', '']],
  })
})

test('what is new, changed and gone, without keeping a word of it', async () => {
  const before = await snapshot([HEAD, ['Ada', '1', ''], ['Bola', '2', ''], ['Chi', '3', '']])
  const now = await snapshot([HEAD, ['Ada', '1', ''], ['Chi', '4', ''], ['Dayo', '1', ''], ['Dayo', '1', '']])
  expect(changeOf(before, now)).toEqual({ before: 3, added: 2, changed: 1, removed: 1 })
  expect(changeOf(before, before)).toEqual({ before: 3, added: 0, changed: 0, removed: 0 })
  expect(before.keys).toHaveLength(36)
  expect(before.keys!.toString('latin1')).not.toContain('Ada')
})
