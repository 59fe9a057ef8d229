/**
 * `node scripts/removal.ts [FEATURE …]`: whether features that nothing else needs can be taken out of the product, each by
 * itself. In a copy of the sources its folder goes, and its lines in the lists in which features are registered, and the
 * tests of others that go through it, which are named; types, lint and the unit tests of the rest must then pass. Exit
 * code 1: something did not.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** What needs a feature besides other features: it cannot go without them. */
const REQUIRED: Record<string, string> = {
  'access/session': 'nobody gets in without it: src/app/web shows its pages',
  'operations/outbox': 'its page is one of the four that need no router: src/app/web/public.tsx shows it',
  'operations/feed': 'scripts/import.ts tells of the trade through it',
}

/** Tests that hold the product as a whole to its specification, its papers and its list of named joins, beside those of src/app. */
const PRODUCT_WIDE = [
  'src/contract/clauses.test.ts',
  'src/contract/documents.test.ts',
  'src/contract/security.test.ts',
  'src/contract/sql-boundaries.test.ts',
]

const LISTS = ['src/app/server-features.ts', 'src/app/shapes.ts', 'src/app/web-features.ts']

const features = globSync('src/features/*/*', { cwd: root }).map((folder) => path.relative('src/features', folder))
const read = (file: string, from = root) => readFileSync(path.join(from, file), 'utf8')
const isTest = (file: string) => /\.(test|e2e|fixture)\.tsx?$|\/test\//.test(file)

/** Whether a file imports of a feature. */
const uses = (text: string, feature: string) =>
  new RegExp(`'(?:#features/|(?:\\.\\./)+(?:src/features/)?)${feature}/`).test(text)

/** The other features that import of one, without their tests. */
function neededBy(feature: string): string[] {
  const files = globSync('src/features/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isTest(file))
  const owners = files.filter((file) => uses(read(file), feature)).map((file) => file.split('/').slice(2, 4).join('/'))
  return [...new Set(owners)].filter((owner) => owner !== feature).sort()
}

/** Takes a feature out of a copy. @returns the tests of others that go with it */
function remove(feature: string, copy: string): string[] {
  rmSync(path.join(copy, 'src/features', feature), { recursive: true })
  for (const list of LISTS) writeFileSync(path.join(copy, list), withoutFeature(read(list, copy), feature))
  const tests = globSync('src/{features,server,web,contract}/**/*.{ts,tsx}', { cwd: copy }).filter(
    (file) => isTest(file) && uses(read(file, copy), feature),
  )
  const productTests = globSync('src/app/**/*.test.ts', { cwd: copy })
  for (const file of [...tests, ...productTests, ...PRODUCT_WIDE]) rmSync(path.join(copy, file))
  return tests
}

/** A list without the imports from a feature and what they brought. */
function withoutFeature(text: string, feature: string): string {
  const imports = [
    ...text.matchAll(/^import (?:\{ (.+) \}|(\* as \w+)) from '#features\/([\w-]+\/[\w-]+)\/.*\n/gm),
  ].filter((match) => match[3] === feature)
  const names = imports
    .flatMap((match) => (match[1] ?? match[2]!).split(', '))
    .map((name) => name.split(' as ').at(-1)!)
  const without = imports.reduce((rest, [line]) => rest.replace(line, ''), text)
  return names.reduce((rest, name) => rest.replace(new RegExp(`^  ${name},\\n`, 'm'), ''), without)
}

const run = (copy: string, what: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status === 0) return []
  return [`${what}:\n${`${stdout}${stderr}`.trim().split('\n').slice(-60).join('\n')}`]
}

/** What goes wrong without a feature, and which tests of others go with it. */
function without(feature: string): { faults: string[]; tests: string[] } {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'marquee-removal-'))
  try {
    cpSync(root, copy, {
      recursive: true,
      filter: (from) => !/^(node_modules|\.git|dist|test-results)(\/|$)/.test(path.relative(root, from)),
    })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    const tests = remove(feature, copy)
    const tool = (name: string) => path.join(root, 'node_modules', name)
    const faults = [
      ...['server', 'web', 'e2e'].flatMap((face) =>
        run(copy, `types: ${face}`, [tool('typescript/bin/tsc'), '-p', `tsconfig.${face}.json`]),
      ),
      ...run(copy, 'lint', [tool('oxlint/bin/oxlint'), '--deny-warnings']),
      ...run(copy, 'unit tests', [
        tool('vitest/vitest.mjs'),
        'run',
        '--project=unit',
        '--reporter=default',
        '--silent',
      ]),
    ]
    return { faults, tests }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const benches = globSync('bench/**/*.ts', { cwd: root }).map((file) => read(file))

const chosen = process.argv.slice(2)
for (const feature of features) {
  const needed = [...neededBy(feature), ...(benches.some((text) => uses(text, feature)) ? ['the benches'] : [])]
  const reason = needed.length > 0 ? `needed by ${needed.join(', ')}` : REQUIRED[feature]
  if (chosen.length > 0 ? !chosen.includes(feature) : reason) {
    if (chosen.length === 0) console.log(`  – ${feature}: ${reason}`)
    continue
  }
  const { faults, tests } = without(feature)
  const more = tests.length > 0 ? `, with ${tests.join(', ')}` : ''
  console.log(`  ${faults.length ? '✗' : '✓'} ${feature}${more}${faults.map((fault) => `\n${fault}`).join('')}`)
  if (faults.length) process.exitCode = 1
}
