import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { chosenColumns, csvReply, inPages, type CsvColumn } from './csv.ts'

type Row = { name: string; n: number; yes: boolean }
const columns: CsvColumn<Row>[] = [
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'n', title: 'Count', cell: (row) => row.n },
  { id: 'yes', title: 'Yes', cell: (row) => row.yes },
]
const read = async (pages: Parameters<typeof csvReply<Row>>[2]) =>
  (await buffer(csvReply('x.csv', columns, pages, 0).stream as Readable)).toString('utf8')

// ASVS: 1.1.2
test('writes a byte order mark, a heading, and quotes where they are needed', async () => {
  const csv = await read([
    [{ name: 'King of Boys, "The Return"', n: 3, yes: true }],
    [{ name: 'Ìfé', n: -2, yes: false }],
  ])
  expect(csv).toBe('\ufeffName,Count,Yes\r\n"King of Boys, ""The Return""",3,Yes\r\nÌfé,-2,No\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'turns a cell that would run as a formula into text: %j',
  async (name) => {
    const csv = await read([[{ name, n: 0, yes: true }]])
    expect(csv).toContain(`'${name}`)
  },
)

test.each([
  [';=1+1', ";'=1+1"],
  ['Fan; @SUM(A1)', ";' @SUM(A1)"],
  ['Fan;"=1+1"', ';\'""=1+1""'],
])('does so after a semicolon too, where some spreadsheets split: %j', async (name, made) => {
  expect(await read([[{ name, n: 0, yes: true }]])).toContain(made)
})

test('keeps a negative amount with two decimals as a number', async () => {
  expect(await read([[{ name: '-500.00', n: 0, yes: true }]])).toContain('\r\n-500.00,0,Yes')
})

test.each(['+44 7911123456', '+2348031234567', '+448031', '+123456789012345'])(
  'keeps a phone number as programs dial it: %s',
  async (name) => {
    expect(await read([[{ name, n: 0, yes: true }]])).toContain(`\r\n${name},0,Yes`)
  },
)

test.each(['+1234', '+12345678901234567', '+2348031234567+1', '+44 79 11', '+2348031234567\n'])(
  'turns a cell that only starts like a number into text: %j',
  async (name) => {
    expect(await read([[{ name, n: 0, yes: true }]])).toContain(`'${name}`)
  },
)

test('breaks the connection when an export fails part-way', async () => {
  async function* breaking() {
    yield [{ name: 'one', n: 1, yes: true }]
    throw new Error('the database went away')
  }
  await expect(read(breaking())).rejects.toThrow('the database went away')
})

test('reads page by page, at most one page ahead of the reader', async () => {
  const sizes: (number | undefined)[] = []
  const page = async (after: number | undefined) => {
    sizes.push(after)
    const from = after ?? 0
    return from >= 6 ? [] : [from + 1, from + 2]
  }
  const seen: number[] = []
  for await (const rows of inPages(page)) {
    seen.push(...rows)
    expect(sizes.length).toBe(seen.length / 2 + 1)
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  expect(sizes).toEqual([undefined, 2, 4, 6])
})

test('reports a failed page to a reader that continues, and stays silent after the reader stopped', async () => {
  const page = async (after: number | undefined) => {
    if (after) throw new Error('the database went away')
    return [1]
  }
  const seen: number[] = []
  const readAll = async () => {
    for await (const rows of inPages(page)) seen.push(...rows)
  }
  await expect(readAll()).rejects.toThrow('the database went away')
  expect(seen).toEqual([1])
  for await (const rows of inPages(page)) {
    expect(rows).toEqual([1])
    break
  }
})

test('has the columns of the screen in their order, and rejects an unknown one', () => {
  expect(chosenColumns(columns, 'yes,name').map((column) => column.title)).toEqual(['Yes', 'Name'])
  expect(chosenColumns(columns, undefined)).toEqual(columns)
  expect(() => chosenColumns(columns, 'name,password')).toThrow('Column password not found')
})
