import { describe, expect, test } from 'vitest'
import { allClauses, clausesOf, deviations, titlesOf, type Clause } from '../../scripts/clauses.ts'

const clauses = allClauses()
const at = ({ document, line, words }: Clause) => `docs/clauses/${document}.md:${line} ${words}`

describe('every clause of the specification', () => {
  test('is named once', () => {
    const named = clauses.map(({ document, section, words }) => `${document} ${section}: ${words}`)
    expect(named.filter((one, n) => named.indexOf(one) !== n)).toEqual([])
  })

  test('names what shows that it holds', () => {
    expect(clauses.length).toBeGreaterThan(500)
    expect(clauses.filter(({ evidence }) => !evidence.length).map(at)).toEqual([])
  })

  test('names tests and deviations that are there', () => {
    const rows = deviations()
    const missing = clauses.flatMap((clause) =>
      clause.evidence
        .filter((one) => ('deviation' in one ? !rows.has(one.deviation) : !titlesOf(one.file).has(one.title)))
        .map((one) => `${at(clause)}: ${'deviation' in one ? one.deviation : `${one.file}: ${one.title}`}`),
    )
    expect(missing).toEqual([])
  })
})

test('a clause, its section and its evidence are read by their lines', () => {
  const text = '# Ours\n\nWords.\n\n## 2 Screens\n\n- One\n  movies/movies.e2e.ts: a tour\n  deviation: core 9\n- Two\n'
  expect(clausesOf('core', text)).toEqual([
    {
      document: 'core',
      section: '2 Screens',
      words: 'One',
      line: 7,
      evidence: [{ file: 'src/features/movies/movies.e2e.ts', title: 'a tour' }, { deviation: 'core 9' }],
    },
    { document: 'core', section: '2 Screens', words: 'Two', line: 10, evidence: [] },
  ])
  expect(() => clausesOf('core', '## 2\n- One\n  somewhere')).toThrow('docs/clauses/core.md:3')
})
