import { describe, expect, test } from 'vitest'
import { allClauses, allEvidence, clausesOf, deviations, evidenceIn } from '../../scripts/clauses.ts'

const clauses = allClauses()
const evidence = allEvidence()
const proven = new Set(evidence.flatMap((one) => one.clauses))

describe('every clause of the specification', () => {
  test('has a unique number and wording', () => {
    const named = clauses.flatMap(({ id, section, wording }) => [id, `${section}: ${wording}`])
    expect(named.filter((one, n) => named.indexOf(one) !== n)).toEqual([])
  })

  test('is named by a test or by an existing deviation', () => {
    expect(clauses.length).toBeGreaterThan(500)
    const rows = deviations()
    expect(
      clauses.filter(({ id, deviation }) => (deviation ? !rows.has(deviation) : !proven.has(id))).map(({ id }) => id),
    ).toEqual([])
  })

  test('exists if a test names it', () => {
    const known = new Set(clauses.map(({ id }) => id))
    expect([...proven].filter((id) => !known.has(id))).toEqual([])
  })
})

test('parses a clause, its section and its deviation from lines', () => {
  const text = '# Ours\n\nWords.\n\n## 2 Screens\n\n- core.1 One\n  deviation: core 9\n- core.2 Two\n'
  expect(clausesOf('core', text)).toEqual([
    { id: 'core.1', section: 'core 2 Screens', wording: 'One', line: 7, deviation: 'core 9' },
    { id: 'core.2', section: 'core 2 Screens', wording: 'Two', line: 9 },
  ])
  expect(() => clausesOf('core', '## 2\n- core.1 One\n  somewhere')).toThrow('docs/clauses/core.md:3')
})

test('reads clauses and requirements from comments above a test', () => {
  const mark = '// Clauses:'
  const source = `test('one', () => {})\n  ${mark} core 3, 7-9; operations 12\n  ${mark} core 1\n  ${'// ASVS:'} 6.3.2, 7.1.1\n  test.each([[1]])('two', () => {})\n`
  expect(evidenceIn('a.test.ts', source)).toEqual([
    {
      file: 'a.test.ts',
      title: 'two',
      clauses: ['core.3', 'core.7', 'core.8', 'core.9', 'operations.12', 'core.1'],
      requirements: ['6.3.2', '7.1.1'],
    },
  ])
  expect(() => evidenceIn('a.test.ts', `${mark} core 3\n\ntest('one', () => {})`)).toThrow('is not above a test')
  expect(() => evidenceIn('a.test.ts', `${mark} core x\ntest('one', () => {})`)).toThrow('no clause x')
})
