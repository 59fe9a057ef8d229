import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const documents = ['AGENTS.md', 'CONTRIBUTING.md', 'README.md', ...globSync(['docs/**/*.md', 'clients/*/*.md'])]
  // Because clauses.test.ts checks the clauses, and the coverage is generated from them.
  .filter((document) => !/^docs\/(clauses\/|coverage\.md)/.test(document))

test.each(documents)('finds only existing paths in %s', (document) => {
  const text = readFileSync(document, 'utf8')
  const inCode = [...text.matchAll(/`((?:src|docs|migrations|e2e|bench|scripts|clients)\/[^`\s*<…]*)`/g)].map(
    (match) => match[1]!,
  )
  const linked = [...text.matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map((match) => match[1]!)
  const missing = [...inCode, ...linked.map((to) => path.join(path.dirname(document), to))].filter(
    (file) => !existsSync(file.replace(/#.*$/, '')),
  )
  expect(missing).toEqual([])
})

test('finds a chosen and a rejected option in every decision record', () => {
  const records = globSync('docs/adr/*.md')
  expect(records.length).toBeGreaterThan(3)
  for (const record of records)
    expect(readFileSync(record, 'utf8'), record).toMatch(/\*\*Chosen\.\*\*[\s\S]+\*\*Rejected\.\*\*/)
})

test.each(['docs/api.md', 'docs/configuration.md', 'clients/feed/records.d.ts'])(
  'finds %s as npm run docs writes it',
  async (path) => {
    const { documents } = await import('../../scripts/docs.ts')
    expect(readFileSync(path, 'utf8')).toBe(documents[path])
  },
)
