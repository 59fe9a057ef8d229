/** The words of scripts/vocabulary.ts in what no lint reads: tables, columns, functions and triggers of the schema. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusalOf } from '../../scripts/vocabulary.ts'

const namesIn = (sql: string) =>
  new Set(
    sql
      .replace(/--.*$/gm, '')
      .replace(/'(?:[^']|'')*'/g, '')
      .match(/[a-z_]\w*/gi),
  )

test('the schema names things in the words of the field', () => {
  const files = globSync(['migrations/*.sql', 'src/**/*.sql'])
  expect(files.length).toBeGreaterThan(15)
  const refused = files.flatMap((file) =>
    [...namesIn(readFileSync(file, 'utf8'))]
      .flatMap((name) => refusalOf(name) ?? [])
      .map((refusal) => `${file}: ${refusal}`),
  )
  expect(refused).toEqual([])
})

test('a name is refused by any of its parts, and a longer word is none', () => {
  expect(refusalOf('told_at')).toContain('reported')
  expect(refusalOf('isKept')).toContain('stored')
  expect(refusalOf('letGoOn')).toContain('release')
  for (const name of ['action', 'quiet_from', 'shortLived', 'reachable']) expect(refusalOf(name)).toBeUndefined()
})
