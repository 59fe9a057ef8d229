/**
 * Checks docs/security.md: each requirement of OWASP ASVS 5.0.0 has one row, and its files exist. Tests of a requirement name it
 * in a comment.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allEvidence } from '../../scripts/clauses.ts'

/** Requirements of levels 1 and 2: section and its numbers. */
const WANTED =
  '1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1-1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2 ' +
  '4.1:1-3 4.2:1-1 4.3:1-2 4.4:1-4 5.1:1-1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 ' +
  '6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1-1 8.4:1-1 9.1:1-3 9.2:1-4 10.1:1-2 ' +
  '10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1-1 11.6:1-1 ' +
  '12.1:1-3 12.2:1-2 12.3:1-4 13.1:1-1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 ' +
  '15.3:1-7 16.1:1-1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1-1 17.2:1-4 17.3:1-2'

const wanted = WANTED.split(' ').flatMap((part) => {
  const [, section, first, last] = /^([\d.]+):(\d+)-(\d+)$/.exec(part)!
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${section}.${Number(first) + n}`)
})

type Row = { id: string; asks: string; how: string; evidence: string[] }

const ROW = /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \|(?: (.*))? \|$/

const rowsOf = (table: string): Row[] =>
  table
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, id, asks, how, evidence] = ROW.exec(line) ?? []
      if (!id || !asks || !how) throw new Error(`No row of four cells: ${line}`)
      return { id, asks, how, evidence: evidence ? evidence.split('<br>') : [] }
    })

const STATE = /^(Not applicable|Operator|Not met): ./
const stateOf = ({ how }: Row) => STATE.exec(how)?.[1] ?? 'Met'

/** Most paths are relative to src/features. */
const pathOf = (file: string) => (existsSync(file) ? file : `src/features/${file}`)

const tested = new Set(allEvidence().flatMap(({ requirements }) => requirements))

/** Lists the problems of a row. */
function wrongWith(row: Row): string[] {
  const state = stateOf(row)
  const found = row.evidence.filter((file) => !existsSync(pathOf(file))).map((file) => `there is no ${file}`)
  if (state === 'Met' && !row.evidence.length && !tested.has(row.id)) found.push('nothing shows it')
  if (/^(Not applicable|Operator|Not met|N\/A)/i.test(row.how) && state === 'Met') found.push(`no state: ${row.how}`)
  if (state === 'Operator' && !row.how.includes('(operating/harden.md)')) found.push('no way to the handbook')
  return found.map((problem) => `${row.id}: ${problem}`)
}

const text = readFileSync('docs/security.md', 'utf8')
const [levels1And2, level3] = text.split(/^## Level 3$/m).map(rowsOf) as [Row[], Row[]]

describe('docs/security.md', () => {
  test('has each requirement of levels 1 and 2 once, in their order', () => {
    expect(wanted).toHaveLength(253)
    expect(levels1And2.map(({ id }) => id)).toEqual(wanted)
  })

  test('states how many requirements are met', () => {
    const are = (state: string) => levels1And2.filter((row) => stateOf(row) === state).length
    expect(text).toContain(
      `Of the 253, ${are('Met')} are met, ${are('Not applicable')} do not apply, ${are('Operator')} are left to the operator, and ${are('Not met')} are not met.`,
    )
  })

  test('lists only met requirements of level 3', () => {
    expect(level3.filter(({ id }) => wanted.includes(id))).toEqual([])
    expect(new Set(level3.map(({ id }) => id)).size).toBe(level3.length)
    expect(level3.filter((row) => stateOf(row) !== 'Met')).toEqual([])
  })

  test('names existing files, and every tested requirement', () => {
    const rows = [...levels1And2, ...level3]
    expect(rows.flatMap(wrongWith)).toEqual([])
    expect([...tested].filter((id) => !rows.some((row) => row.id === id))).toEqual([])
  })

  test('refers to the handbook for every requirement of the operator', () => {
    const handbook = readFileSync('docs/operating/harden.md', 'utf8')
    const numbers = new Set(handbook.match(/\d+\.\d+\.\d+/g))
    const left = levels1And2.filter((row) => stateOf(row) === 'Operator').map(({ id }) => id)
    expect(left.filter((id) => !numbers.has(id))).toEqual([])
    expect([...numbers].filter((id) => !left.includes(id))).toEqual([])
  })
})

test('reports the problems of a row', () => {
  const row = (how: string, evidence = '') =>
    wrongWith(rowsOf(`| 0.1.1 | asks | ${how} |${evidence && ` ${evidence}`} |`)[0]!)
  expect(row('is so', 'src/contract/atoms.ts')).toEqual([])
  expect(row('is so')).toEqual(['0.1.1: nothing shows it'])
  expect(row('is so', 'src/contract/none.ts')).toEqual(['0.1.1: there is no src/contract/none.ts'])
  expect(row('Not applicable')).toContain('0.1.1: no state: Not applicable')
  expect(row('Not applicable: there is none')).toEqual([])
  expect(row('Operator: do it')).toEqual(['0.1.1: no way to the handbook'])
  expect(() => rowsOf('| 1.1.1 | asks |')).toThrow('No row of four cells')
})
