import { expect, test } from 'vitest'
import { SheetRows, workbook } from '#server/http/workbook.ts'
import { zipped } from '#server/zip.ts'
import { CELL_MOST, LINES_MOST, MARKS_MOST, reasons } from './limits.ts'
import { readTable } from './read.ts'

const bytes = async (stream: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(stream))
const read = async (file: Buffer | string, sheet?: string) => {
  const table = await readTable(Buffer.from(file as string), { sheet })
  return { ...table, lines: await Array.fromAsync(table.lines) }
}
const cells = async (file: Buffer | string) => (await read(file)).lines.map((line) => line.cells)

const file = (name: string, text: string | AsyncIterable<string>) => ({
  name,
  content: (async function* () {
    if (typeof text === 'string') yield text
    else yield* text
  })(),
})
const BOOK = `<workbook xmlns:r="r"><sheets><sheet name="People" r:id="rId1"/><sheet name="Old" state="hidden" r:id="rId2"/><sheet name="More" r:id="rId2"/></sheets></workbook>`
const RELATION = `<Relationships><Relationship Id="rId1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const RELATIONS = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/one.xml"/><Relationship Id="rId2" Type="x/worksheet" Target="/xl/worksheets/two.xml"/><Relationship Id="rId3" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId4" Type="x/styles" Target="styles.xml"/></Relationships>`
const sheetOf = (rows: string) => `<x:worksheet><x:sheetData>${rows}</x:sheetData></x:worksheet>`
const book = (sheet: string | AsyncIterable<string>, more: Record<string, string> = {}) =>
  bytes(
    zipped(
      [
        // A sheet may precede the parts that it needs.
        file('xl/worksheets/one.xml', sheet),
        file('xl/worksheets/two.xml', sheetOf('<row><c><v>2</v></c></row>')),
        file('_rels/.rels', RELATION),
        file('xl/workbook.xml', BOOK),
        file('xl/_rels/workbook.xml.rels', RELATIONS),
        ...Object.entries(more).map(([name, text]) => file(name, text)),
      ],
      new Date('2026-11-25T09:00:00Z'),
    ),
  )

test('reads CSV of any program', async () => {
  const table = [
    ['Name', 'Tel'],
    ['Adé Òjó', '1'],
  ]
  expect(await cells('Name,Tel\nAdé Òjó,1')).toEqual(table)
  expect(await cells('\ufeffName;Tel\r\nAdé Òjó;1\r\n')).toEqual(table)
  expect(await cells('Name\tTel\r\n"Adé Òjó"\t1\r\n')).toEqual(table)
  expect(await cells('sep=|\r\nName|Tel\r\nAdé Òjó|1\r\n')).toEqual(table)
  expect(await cells(Buffer.from('\ufeffName\tTel\r\nAdé Òjó\t1\r\n', 'utf16le'))).toEqual(table)
  expect(await cells(Buffer.from('Name;Tel\r\nCaf\xe9 \x80;1', 'latin1'))).toEqual([
    ['Name', 'Tel'],
    ['Café €', '1'],
  ])
})

test('detects the encoding from a letter far down', async () => {
  const far = `Name,Tel\n${'Ada,1\n'.repeat(20_000)}`
  const table = await read(Buffer.concat([Buffer.from(far), Buffer.from('O\x92Brien,2\n', 'latin1')]))
  expect([table.encoding, table.lines.at(-1)]).toEqual(['windows-1252', { n: 20_002, cells: ['O’Brien', '2'] }])
})

test('counts each line of a file once', async () => {
  const { counts, lines } = await read('a,b\r\n\n1,"two\nlines"\r3,4')
  expect(counts).toEqual({ all: 5, empty: 1, hidden: 0, withinCells: 1 })
  expect(lines.map(({ n }) => n)).toEqual([1, 3, 4])
})

test('numbers lines like a spreadsheet and ignores empty lines', async () => {
  const { lines, sheets } = await read('a,b\n\n"two\nlines, ""quoted""",\'=cmd|calc\n , \nc,d\n')
  expect(sheets).toEqual([])
  expect(lines).toEqual([
    { n: 1, cells: ['a', 'b'] },
    { n: 3, cells: ['two\nlines, "quoted"', '=cmd|calc'] },
    { n: 5, cells: ['c', 'd'] },
  ])
})

test('reads a workbook of ours unchanged', async () => {
  const titles = ['Name', 'Phone', 'Born', 'At', 'Price', 'Amount', 'On', 'Formula']
  const rows = new SheetRows(titles.map(() => ({})))
  rows.add(['Ṣadé <&> "co"', '08031234567', '24/05/1990', '01/02/2026 19:30', 1250.5, '1250.00', true, '=1+1'])
  const chunks = (async function* () {
    yield rows.next(true)!
  })()
  const { lines, sheets, sheet } = await read(
    await bytes(workbook('Customers', titles, chunks, new Date('2026-11-25T09:00:00Z'))),
  )
  expect([sheets, sheet]).toEqual([['Customers'], 'Customers'])
  expect(lines).toEqual([
    { n: 1, cells: titles },
    {
      n: 2,
      cells: ['Ṣadé <&> "co"', '08031234567', '1990-05-24', '2026-02-01 19:30', '1250.5', '1250', 'Yes', '=1+1'],
    },
  ])
})

test('reads workbooks of Excel: shared and rich texts, days by format, results of formulas, gaps', async () => {
  const row = `<x:row r="3"><x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c r="C3" s="1"><x:v>45000.5</x:v></x:c><x:c r="D3" t="str"><x:f>A1&amp;"x"</x:f><x:v>ok</x:v></x:c><x:c r="E3"><x:v>2.348031234567E12</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c s="2"><x:v>0.5</x:v></x:c><x:c><x:v>0.30000000000000004</x:v></x:c></x:row>`
  const workbookFile = await book(sheetOf(row), {
    'xl/sharedStrings.xml':
      '<sst><si><r><t>Ṣa</t></r><r><t>dé &amp; &#x263A;</t></r><rPh><t>read so</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/><numFmt numFmtId="171" formatCode="hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="22"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  })
  expect((await read(workbookFile)).lines).toEqual([
    { n: 3, cells: ['Ṣadé & ☺', '', '2023-03-15 12:00', 'ok', '2348031234567', '#N/A', '12:00', '0.3'] },
  ])
  const other = await read(workbookFile, 'More')
  expect([other.sheets, other.lines]).toEqual([['People', 'More'], [{ n: 1, cells: ['2'] }]])
  await expect(read(workbookFile, 'Old')).rejects.toThrow(reasons.noSheet)
})

// ASVS: 1.5.1, 5.2.3, 15.2.2
test('rejects files of an attacker in little memory', async () => {
  const laughs = '<!DOCTYPE x [<!ENTITY lol "lol"><!ENTITY lols "&lol;&lol;">]>'
  await expect(read(await book(laughs + sheetOf('<row><c t="str"><v>&lols;</v></c></row>')))).rejects.toThrow(
    reasons.broken,
  )
  await expect(read(await book(`<x ${'a'.repeat(70_000)}`))).rejects.toThrow(reasons.broken)
  const long = 'x'.repeat(CELL_MOST + 1)
  await expect(read(await book(sheetOf(`<row><c t="inlineStr"><is><t>${long}</t></is></c></row>`)))).rejects.toThrow(
    reasons.cell(1),
  )
  await expect(read(`a,b\n1,${long}`)).rejects.toThrow(reasons.cell(2))
  await expect(read(await book(sheetOf('<row><c r="ZZ1"><v>1</v></c></row>')))).rejects.toThrow(reasons.columns(1))
  await expect(read('1,'.repeat(101))).rejects.toThrow(reasons.columns(1))
  const many = '<row><c><v>1</v></c></row>'.repeat(LINES_MOST + 2)
  await expect(read(await book(sheetOf(many)))).rejects.toThrow(reasons.lines)
  await expect(read('1,2\n'.repeat(LINES_MOST + 2))).rejects.toThrow(reasons.lines)

  const spaces = ' '.repeat(1024 * 1024)
  const bomb = await book(
    (async function* () {
      for (let n = 0; n < 300; n++) yield spaces
    })(),
  )
  expect(bomb.length).toBeLessThan(400_000)
  await expect(read(bomb)).rejects.toThrow(reasons.unpacked)
  // Empty tags are short, but each takes time.
  for (const marks of ['<row/>', '<row><c/></row>', '<x/>']) {
    const many = marks.repeat(Math.ceil((1024 * 1024) / marks.length))
    const empty = await book(
      (async function* () {
        for (let n = 0; n < 10; n++) yield many
      })(),
    )
    expect(empty.length).toBeLessThan(100_000)
    await expect(read(empty)).rejects.toThrow(reasons.unpacked)
  }
  for (const broken of ['PK\u0003\u0004oops', bomb.subarray(0, bomb.length - 5)])
    await expect(read(broken)).rejects.toThrow(reasons.broken)
  await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).rejects.toThrow(reasons.old)
  await expect(read('')).rejects.toThrow(reasons.empty)
  await expect(read('a\0b')).rejects.toThrow(reasons.kind)
  await expect(read('a,b\n"open,1\n')).rejects.toThrow(reasons.quotes(2))
})

test('rejects too many tags that hardly compress', { tags: ['nightly'] }, async () => {
  const marks = '<x/>'.repeat(60)
  const many = await book(
    (async function* () {
      for (let n = 0; n < MARKS_MOST / 61 + 100; n++) yield marks + Math.sin(n)
    })(),
  )
  await expect(read(many)).rejects.toThrow(reasons.unpacked)
})
