/**
 * The clauses of the specification (docs/clauses/) and what shows that each holds: the tests that name it in a comment, or
 * a heading of docs/deviations.md. `src/contract/clauses.test.ts` holds that each clause has one.
 */
import { globSync, readFileSync } from 'node:fs'

const DOCUMENTS = ['core', 'operations'] as const

export type Clause = { id: string; section: string; wording: string; line: number; deviation?: string }
/** A test that shows clauses, and requirements of OWASP ASVS, by their ids. */
export type Evidence = { file: string; title: string; clauses: string[]; requirements: string[] }

const HEADING = /^## (.+)$/
const CLAUSE = /^- (\w+\.\d+) (.+)$/
const DEVIATION = /^ {2}deviation: (.+)$/

/** @throws for a line that is none of a heading, a clause and its deviation */
export function clausesOf(document: string, text: string): Clause[] {
  const clauses: Clause[] = []
  let section = ''
  for (const [at, line] of text.split('\n').entries()) {
    const fail = (reason: string): never => {
      throw new Error(`docs/clauses/${document}.md:${at + 1}: ${reason}`)
    }
    const heading = HEADING.exec(line)?.[1]
    const [, id, wording] = CLAUSE.exec(line) ?? []
    const deviation = DEVIATION.exec(line)?.[1]
    if (heading) section = `${document} ${heading}`
    else if (id && wording) clauses.push({ id, section: section || fail('no heading'), wording, line: at + 1 })
    else if (deviation) (clauses.at(-1) ?? fail('no clause')).deviation = deviation
    else if (section && line.trim()) fail('neither a clause nor its deviation')
  }
  return clauses
}

export const allClauses = (): Clause[] =>
  DOCUMENTS.flatMap((document) => clausesOf(document, readFileSync(`docs/clauses/${document}.md`, 'utf8')))

/**
 * `// Clauses: core 3, 7-9; operations 12` and `// ASVS: 6.3.2, 7.1.1`, in one line or several, right above a test or a group
 * of them.
 */
const NAMED = /((?:^ *\/\/ (?:Clauses|ASVS): .+\n)+) *(?:test|it|describe|bare)\b/gm
/** A text that is given first, with a function after it: `test('…', async () => …)`, of a table too. */
const TITLE =
  /\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*,\s*(?:\{[^}]*\}\s*,\s*)?(?:async\s*)?(?:\(|\w+\s*=>)/g

const titlesAt = (source: string) =>
  [...source.matchAll(TITLE)].map(({ 1: text, index }) => ({
    index,
    title: text!.slice(1, -1).replaceAll(/\\(.)/g, '$1'),
  }))

/** @throws for a comment that no test follows, and for one that cannot be read */
export function evidenceIn(file: string, source: string): Evidence[] {
  const titles = titlesAt(source)
  const named = [...source.matchAll(NAMED)]
  const lines = (text: string, of = '(?:Clauses|ASVS)') =>
    [...text.matchAll(new RegExp(`// ${of}: (.+)`, 'g'))].map(([, ids]) => ids!)
  if (lines(source).length !== lines(named.map(([, comment]) => comment).join('')).length)
    throw new Error(`${file}: a comment of clauses is not above a test`)
  return named.map(({ 0: match, 1: comment, index }) => {
    const after = titles.find((one) => one.index >= index + match.length)
    if (!after) throw new Error(`${file}: no test after ${comment!.trim()}`)
    return {
      file,
      title: after.title,
      clauses: lines(comment!, 'Clauses').flatMap((ids) => idsOf(file, ids)),
      requirements: lines(comment!, 'ASVS').flatMap((ids) => ids.split(', ')),
    }
  })
}

function idsOf(file: string, wording: string): string[] {
  return wording.split('; ').flatMap((part) => {
    const [document, ...numbers] = part.split(/,? /)
    return numbers.flatMap((number) => {
      const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(number) ?? []
      if (!first) throw new Error(`${file}: no clause ${number} in ${wording}`)
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${document}.${Number(first) + n}`)
    })
  })
}

export const allEvidence = (): Evidence[] =>
  globSync(['src/**/*.{test,e2e}.{ts,tsx}', 'demo/**/*.test.ts', 'e2e/**/*.e2e.ts', 'fuzz/**/*.test.ts'])
    .sort()
    .flatMap((file) => evidenceIn(file.replaceAll('\\', '/'), readFileSync(file, 'utf8')))

/** The clauses that docs/deviations.md has as headings. */
export const deviations = (): Set<string> =>
  new Set([...readFileSync('docs/deviations.md', 'utf8').matchAll(/^### (.+)$/gm)].map(([, clause]) => clause!))

const cell = (text: string) => text.replaceAll('|', '\\|')

/** docs/coverage.md */
export function coverageDocument(): string {
  const clauses = allClauses()
  const evidence = allEvidence()
  const linkTo = ({ file, title }: Evidence) =>
    `[${file.replace(/^src\/features\/[^/]+\//, '')}](../${file}): ${cell(title)}`
  const testsOf = ({ id, deviation }: Clause) => [
    ...evidence.filter((one) => one.clauses.includes(id)).map(linkTo),
    ...(deviation ? [`[deviation](deviations.md): ${cell(deviation)}`] : []),
  ]
  const byTest = clauses.filter(({ id }) => evidence.some((one) => one.clauses.includes(id)))
  const table = [...Map.groupBy(clauses, ({ section }) => section)].map(
    ([section, of]) =>
      `## ${section}\n\n| clause | covered by |\n|---|---|\n${of
        .map((clause) => `| ${clause.id} ${cell(clause.wording)} | ${testsOf(clause).join('<br>')} |`)
        .join('\n')}\n`,
  )
  const requirements = [...new Set(evidence.flatMap((one) => one.requirements))].sort(
    new Intl.Collator('en', { numeric: true }).compare,
  )
  const ofSecurity = requirements
    .map(
      (id) =>
        `| ${id} | ${evidence
          .filter((one) => one.requirements.includes(id))
          .map(linkTo)
          .join('<br>')} |`,
    )
    .join('\n')
  return `# Coverage of the specification

Generated by \`npm run docs\` from \`docs/clauses/\` and the tests that name them. Of ${clauses.length} clauses of the two specification documents, ${byTest.length} are covered by a test and ${clauses.length - byTest.length} by [deviations](deviations.md).

${table.join('\n')}
## OWASP ASVS 5.0.0

The requirements are listed in [security](security.md).

| requirement | covered by |
|---|---|
${ofSecurity}
`
}
