import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { paragraphsOf, problemsOf } from '../../scripts/words.ts'

const documents = ['AGENTS.md', 'CONTRIBUTING.md', 'README.md', ...globSync(['docs/**/*.md', 'clients/*/*.md'])]
  // What shows a clause is held to its test by clauses.test.ts; the coverage is made of that.
  .filter((document) => !/^docs\/(clauses\/|coverage\.md)/.test(document))

/** Guidance that points at files is only worth something while they are there. */
test.each(documents)('%s names only paths that exist', (document) => {
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

/** Generated pages are written by the words of contracts and settings. The guide itself names banned words. */
const GENERATED = /^docs\/(api|configuration|writing)\.md$/

test.each(documents.filter((document) => !GENERATED.test(document)))(
  '%s follows the guide to our language',
  (document) => {
    const paragraphs = paragraphsOf(readFileSync(document, 'utf8'))
    const found = paragraphs.flatMap((text) => problemsOf('document', text).map((problem) => `${problem} — ${text}`))
    expect(found).toEqual([])
  },
)

test.each(['docs/api.md', 'docs/configuration.md', 'clients/feed/records.d.ts'])(
  '%s is what npm run docs writes',
  async (path) => {
    const { documents } = await import('../../scripts/docs.ts')
    expect(readFileSync(path, 'utf8')).toBe(documents[path])
  },
)
