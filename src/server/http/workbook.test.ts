import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { NASTY } from '../test/files.ts'
import { cellsOf } from '../test/sheet.ts'
import { unzipped } from '../test/unzip.ts'
import { csvReply } from './csv.ts'
import { SheetRows, workbook } from './workbook.ts'

const AT = new Date('2026-11-24T09:00:00.000Z')
const columns = [
  { id: 'name', title: 'Name & "kind"', cell: ({ name }: { name: string | number | null }) => name },
  { id: 'two', title: 'Two', cell: () => 2 },
]
const filesOf = async (names: (string | number | null)[]) => {
  const { workbook: made } = csvReply('big list.csv', columns, [names.map((name) => ({ name }))], undefined)
  return unzipped(await buffer(made!(AT)))
}
const firstOf = async (names: (string | number | null)[]) =>
  cellsOf((await filesOf(names)).get('xl/worksheets/sheet1.xml')!)
    .slice(1)
    .map(([cell]) => cell)

test('keeps every text, also formulas, which never run', async () => {
  const texts = [
    ...NASTY.filter((text) => text && text !== '-500.00'),
    '<b>&amp;</b>',
    '_x000D_',
    'a_b_x0041_',
    '\0\uffff',
  ]
  expect(await firstOf(texts)).toEqual(texts)
})

test('writes days, times, amounts and numbers as styled values, and similar texts as text', async () => {
  expect(
    await firstOf([
      '24/11/2026',
      '24/11/2026 18:30',
      '-1234.50',
      12,
      '31/02/2026',
      '0012.50',
      '1234567890123456.00',
      null,
    ]),
  ).toEqual([
    [46350, 2],
    [46350.77083333333, 3],
    [-1234.5, 4],
    [12, 0],
    '31/02/2026',
    '0012.50',
    '1234567890123456.00',
    null,
  ])
})

test('cuts a text that is longer than a cell, without splitting a character', async () => {
  const [cell] = await firstOf([`${'x'.repeat(32_766)}🎬`])
  expect(cell).toBe(`${'x'.repeat(32_766)}\ufffd`)
})

test('has a bold, frozen heading and a sheet with the name of the file', async () => {
  const files = await filesOf(['one'])
  const sheet = files.get('xl/worksheets/sheet1.xml')!
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toContain('<c s="1" t="inlineStr"><is><t xml:space="preserve">Name &amp; "kind"</t></is></c>')
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="big list" sheetId="1" r:id="rId1"/>')
  expect([...files.keys()].sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

test.each([
  [0, [[]]],
  [4, [[1, 2, 3, 4]]],
  [5, [[1, 2, 3, 4], [5]]],
  [9, [[1, 2, 3, 4], [5, 6, 7, 8], [9]]],
])('splits %i rows into sheets of four', async (count, expected) => {
  const writer = new SheetRows([{}], 5)
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  for (const number of numbers) writer.add([number])
  const rest = writer.next(true) ?? Buffer.alloc(0)
  // Pieces that end anywhere.
  async function* parts() {
    for (let at = 0; at < rest.length; at += 7) yield rest.subarray(at, at + 7)
  }
  const files = unzipped(await buffer(workbook('x', ['N'], parts(), AT)))
  const sheets = expected.map((_, n) => cellsOf(files.get(`xl/worksheets/sheet${n + 1}.xml`)!).slice(1))
  expect(sheets.map((rows) => rows.map(([cell]) => (cell as [number, number])[0]))).toEqual(expected)
  expect(files.has(`xl/worksheets/sheet${expected.length + 1}.xml`)).toBe(false)
})

test('ends the reading of rows when its reader stops', async () => {
  let hasBegun = false
  let isOver = false
  async function* rows() {
    try {
      hasBegun = true
      for (;;) yield Buffer.from(`<row><c><v>${Math.random()}</v></c></row>`)
    } finally {
      isOver = true
    }
  }
  for await (const _ of workbook('x', ['N'], rows(), AT)) if (hasBegun) break
  await expect.poll(() => isOver).toBe(true)
})
