/** Applies scripts/vocabulary.ts to the schema: tables, columns, functions and triggers. */
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

test('finds only terms of the glossary in the schema', () => {
  const files = globSync(['migrations/*.sql', 'src/**/*.sql'])
  expect(files.length).toBeGreaterThan(15)
  const refused = files.flatMap((file) =>
    [...namesIn(readFileSync(file, 'utf8'))]
      .flatMap((name) => refusalOf(name) ?? [])
      .map((refusal) => `${file}: ${refusal}`),
  )
  expect(refused).toEqual([])
})

test('rejects a name by any of its parts, but not by part of a longer word', () => {
  expect(refusalOf('told_at')).toContain('reported')
  expect(refusalOf('isKept')).toContain('stored')
  expect(refusalOf('letGoOn')).toContain('release')
  for (const name of ['action', 'quiet_from', 'shortLived', 'reachable']) expect(refusalOf(name)).toBeUndefined()
})
