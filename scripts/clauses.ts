/**
 * The clauses of the specification (docs/clauses/), each with what shows that it holds: a test by its file and title, or a
 * heading of docs/deviations.md. `src/contract/clauses.test.ts` holds that each names one, and that it is there.
 */
import { existsSync, readFileSync } from 'node:fs'

const DOCUMENTS = ['core', 'operations'] as const

/** A test, or a heading of the deviations. */
type Evidence = { file: string; title: string } | { deviation: string }
export type Clause = { document: string; section: string; words: string; line: number; evidence: Evidence[] }

const HEADING = /^## (.+)$/
const CLAUSE = /^- (.+)$/
const EVIDENCE = /^ {2}(.+)$/
const DEVIATION = /^deviation: (.+)$/
const TEST = /^(\S+\.(?:test|e2e)\.tsx?): (.+)$/

/** @throws for a line that is none of a heading, a clause and its evidence */
export function clausesOf(document: string, text: string): Clause[] {
  const clauses: Clause[] = []
  let section = ''
  for (const [at, line] of text.split('\n').entries()) {
    const fail = (why: string): never => {
      throw new Error(`docs/clauses/${document}.md:${at + 1}: ${why}`)
    }
    const heading = HEADING.exec(line)?.[1]
    const words = CLAUSE.exec(line)?.[1]
    const evidence = EVIDENCE.exec(line)?.[1]
    if (heading) section = heading
    else if (words)
      clauses.push({ document, section: section || fail('no heading'), words, line: at + 1, evidence: [] })
    else if (evidence)
      (clauses.at(-1) ?? fail('no clause')).evidence.push(read(evidence) ?? fail('neither a test nor a deviation'))
    else if (section && line.trim()) fail('no clause')
  }
  return clauses
}

function read(evidence: string): Evidence | undefined {
  const deviation = DEVIATION.exec(evidence)?.[1]
  if (deviation) return { deviation }
  const [, file, title] = TEST.exec(evidence) ?? []
  if (!file || !title) return undefined
  // Most stand with their feature.
  return { file: /^(src|e2e)\//.test(file) ? file : `src/features/${file}`, title }
}

export const allClauses = (): Clause[] =>
  DOCUMENTS.flatMap((document) => clausesOf(document, readFileSync(`docs/clauses/${document}.md`, 'utf8')))

/** A text that is given first, with a function after it: `test('…', async () => …)`, of a table too. */
const TITLE =
  /\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*,\s*(?:\{[^}]*\}\s*,\s*)?(?:async\s*)?(?:\(|\w+\s*=>)/g
const titles = new Map<string, Set<string>>()

/** The titles of a file's tests, as they are written there. */
export function titlesOf(file: string): Set<string> {
  const known = titles.get(file)
  if (known) return known
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = new Set([...source.matchAll(TITLE)].map(([, text]) => text!.slice(1, -1).replaceAll(/\\(.)/g, '$1')))
  titles.set(file, found)
  return found
}

/** The clauses that docs/deviations.md has as headings. */
export const deviations = (): Set<string> =>
  new Set([...readFileSync('docs/deviations.md', 'utf8').matchAll(/^### (.+)$/gm)].map(([, clause]) => clause!))

const cell = (text: string) => text.replaceAll('|', '\\|')
const shown = (evidence: Evidence) =>
  'deviation' in evidence
    ? `[deviation](deviations.md): ${cell(evidence.deviation)}`
    : `[${evidence.file.replace(/^src\/features\//, '')}](../${evidence.file}): ${cell(evidence.title)}`

/** docs/coverage.md */
export function coverageDocument(): string {
  const clauses = allClauses()
  const byTest = clauses.filter(({ evidence }) => evidence.some((one) => 'file' in one))
  const sections = Map.groupBy(clauses, ({ document, section }) => `${document} ${section}`)
  const table = [...sections].map(
    ([section, of]) =>
      `## ${section}\n\n| clause | shown by |\n|---|---|\n${of
        .map(({ words, evidence }) => `| ${cell(words)} | ${evidence.map(shown).join('<br>')} |`)
        .join('\n')}\n`,
  )
  return `# What shows that each clause holds

Made by \`npm run docs\` from \`docs/clauses/\`. ${clauses.length} clauses of the two specification documents, in our words: ${byTest.length} are shown by a test, ${clauses.length - byTest.length} are settled otherwise in [deviations](deviations.md).

${table.join('\n')}`
}
