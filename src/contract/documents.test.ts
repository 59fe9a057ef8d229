import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { paragraphsOf, problemsOf } from '../../scripts/language.ts'

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

test.each(globSync('docs/adr/*.md'))('%s has a status, context, decision, alternatives and consequences', (record) => {
  expect(readFileSync(record, 'utf8')).toMatch(
    /\*\*Status\.\*\*[^]+\*\*Context\.\*\*[^]+\*\*Decision\.\*\*[^]+\*\*Alternatives\.\*\*[^]+\*\*Consequences\.\*\*/,
  )
})

/** Generated pages have the words of contracts and settings, and the guide names banned words. */
const EXEMPT = /^docs\/(api|configuration|writing)\.md$/
/** Words that the glossary advises against. */
const LAST_COLUMN = /\|[^|\n]*\|$/gm

test.each(documents.filter((document) => !EXEMPT.test(document)))(
  '%s follows the guide to our language',
  (document) => {
    const text = readFileSync(document, 'utf8')
    const paragraphs = paragraphsOf(document === 'docs/glossary.md' ? text.replace(LAST_COLUMN, '|') : text)
    const found = paragraphs.flatMap((text) => problemsOf('document', text).map((problem) => `${problem} — ${text}`))
    expect(found).toEqual([])
  },
)

test.each(['docs/api.md', 'docs/configuration.md', 'clients/feed/records.d.ts'])(
  'finds %s as npm run docs writes it',
  async (path) => {
    const { documents } = await import('../../scripts/docs.ts')
    expect(readFileSync(path, 'utf8')).toBe(documents[path])
  },
)
