import { expect, test } from 'vitest'
import { fileOfRows, NASTY } from '../test/files.ts'
import { valuesOf } from '../db/copy.ts'
import { CsvLines } from './csv-lines.ts'

/** As COPY writes a text (PostgreSQL: COPY, Text Format). */
const LETTERS: Record<string, string> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\\': '\\',
}
const copied = (value: string) => value.replace(/[\b\f\n\r\t\v\\]/g, (letter) => `\\${LETTERS[letter]}`)

const KEYS = ['2026-11-21 09:00:00.123456+00', 'a\tb\\']
const lineOf = (cells: readonly string[]) => Buffer.from(`${[...cells, ...KEYS].map(copied).join('\t')}\n`)

type Row = readonly [string, string, number | null]
const COLUMNS = [0, 1, 2].map((at) => ({ id: `${at}`, title: `${at}`, cell: (row: Row) => row[at] }))
const CELLS = [{}, {}, { isNumber: true }]

test('a line of COPY becomes what is written cell by cell, and its keys are found', async () => {
  const others = ['plain', '', ...NASTY]
  const rows: Row[] = NASTY.flatMap((text) =>
    others.flatMap((other): Row[] => [
      [text, other, 7],
      [other, text, -7],
      [text, other, null],
    ]),
  )
  const lines = new CsvLines('', CELLS)
  for (const [one, other, n] of rows) {
    const line = lineOf([one, other, n === null ? '' : String(n)])
    const keys = line.subarray(lines.add(line), line.length - 1)
    expect(valuesOf(keys.toString())).toEqual(KEYS)
  }
  const file = await fileOfRows(COLUMNS, rows)
  expect(lines.next(true)!.toString('utf8')).toBe(file.slice(file.indexOf('\r\n') + 2))
})

test('is handed on when it is much, or all is wanted', () => {
  const lines = new CsvLines('Heading\r\n', [{}])
  expect(lines.next(false)).toBeUndefined()
  expect(lines.next(true)!.toString()).toBe('Heading\r\n')
  expect(lines.next(true)).toBeUndefined()
  const long = 'x'.repeat(300_000)
  lines.add(Buffer.from(`${long}\t1\n`))
  expect(lines.next(false)!.toString()).toBe(`${long}\r\n`)
})
