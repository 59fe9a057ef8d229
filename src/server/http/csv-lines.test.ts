import { expect, test } from 'vitest'
import { NASTY } from '../test/files.ts'
import { valuesOf } from '../db/copy.ts'
import { CsvLines } from './csv-lines.ts'

/** Escapes of COPY (PostgreSQL: COPY, Text Format). */
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

test('reads the values of a COPY line as they were written', () => {
  const values = ['2026-11-21 09:00:00.123456+00', '', ...NASTY]
  expect(valuesOf(values.map(copied).join('\t'))).toEqual(values)
  expect(valuesOf('plain\t\t7')).toEqual(['plain', '', '7'])
})

test('passes rows on when a batch is full, or at the end', () => {
  const lines = new CsvLines([{}], 'Heading\r\n')
  expect(lines.next(false)).toBeUndefined()
  expect(lines.next(true)!.toString()).toBe('Heading\r\n')
  expect(lines.next(true)).toBeUndefined()
  const long = 'x'.repeat(300_000)
  lines.add([long])
  expect(lines.next(false)!.toString()).toBe(`${long}\r\n`)
})
