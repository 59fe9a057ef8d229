/** The steps of `npm run check`, `npm test` and `npm run test:all`: each says its name and how long it took, and a failed one keeps none from running. */
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot, run, seconds, start } from './node.mjs'

const tool = (file, ...args) => [inRoot('node_modules', file), ...args]

export const types = ['server', 'web', 'e2e', 'clients'].map((face) => ({
  name: `types: ${face}`,
  args: tool('typescript/bin/tsc', '-p', `tsconfig.${face}.json`),
}))
export const lint = { name: 'lint', args: tool('oxlint/bin/oxlint', '--deny-warnings') }
const oxfmt = (...args) => tool('oxfmt/bin/oxfmt', ...args)
export const formatCheck = { name: 'format', args: oxfmt('--list-different') }
export const format = { name: 'format', args: oxfmt() }
export const build = { name: 'build', args: [inRoot('scripts/build.mjs')] }

export const vitest = (...args) => tool('vitest/vitest.mjs', ...args)

const thorough = (isThorough) => (isThorough ? { THOROUGH: 'yes' } : {})
const VITEST_REPORT = inRoot('node_modules/.cache/vitest.json')
const TOURS_REPORT = inRoot('node_modules/.cache/tours.json')
/**
 * What does not kill, restore or wait for long, on PostgreSQL, and on the embedded database what differs there.
 * @param isThorough everything, with all examples, on both databases
 */
export const tests = ({ isThorough = false, projects = [] } = {}) => ({
  name: 'tests',
  args: vitest(
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...(isThorough ? [] : ['--tagsFilter=!nightly']),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ),
  env: thorough(isThorough),
  report: VITEST_REPORT,
  count: ({ numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests }) => ({
    passed,
    failed,
    skipped: numPendingTests + numTodoTests,
  }),
  failures: ({ testResults }) =>
    testResults.flatMap(({ name: file, message, assertionResults }) => [
      // A file whose import or hook failed has no failed test.
      ...(message ? [{ name: path.relative(inRoot(), file), reason: message }] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages: [reason = ''] }) => ({
          name: `${path.relative(inRoot(), file)} › ${fullName}`,
          reason,
        })),
    ]),
  files: ({ testResults }) =>
    testResults.map(({ name, startTime, endTime }) => ({
      name: path.relative(inRoot(), name),
      ms: endTime - startTime,
    })),
})
/** A short run of `npm run fuzz`: the same requests each time. */
export const fuzz = { name: 'fuzz', args: [inRoot('fuzz/run.ts'), '--per-op', '24', '--seed', '16'] }
/** A short storm of lines, with one kill. */
export const fuzzFeed = {
  name: 'fuzz: feed',
  args: [inRoot('fuzz/run.ts'), 'feed', '--lines', '3000', '--kills', '1', '--seed', '16'],
}
/** Where a migration was added since the last release: whether its servers can live with it. */
export const previous = { name: 'version before', args: [inRoot('scripts/previous.mjs')] }
/** What the tours begin with; it takes one core for as long as the types take both. */
export const demo = { name: 'demo', args: [inRoot('e2e/prepare-demo.ts')] }
export const tours = ({ files = [], isThorough = false } = {}) => ({
  name: 'tours',
  args: tool('@playwright/test/cli.js', 'test', ...files),
  env: { TOURS_REPORT, ...thorough(isThorough) },
  report: TOURS_REPORT,
  count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }),
  failures: ({ suites }) => suites.flatMap(failedSpecs),
  files: ({ suites }) => suites.map((suite) => ({ name: suite.file, ms: sum(specsOf(suite).map(durationOf)) })),
})

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
const durationOf = ({ tests }) => sum(tests.flatMap(({ results }) => results).map(({ duration }) => duration))

const failedSpecs = ({ specs, suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      name: `${file}:${line} › ${title}`,
      reason: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message ?? '',
    })),
  ...suites.flatMap(failedSpecs),
]

/**
 * Runs steps beside each other, one for each of two cores; what a step prints is shown when it fails.
 * @returns what became of each
 */
export async function together(steps) {
  const waiting = [...steps]
  const outcomes = []
  const next = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const since = Date.now()
      let printed = ''
      const { child, done } = start(step.args, { env: step.env, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
      const code = await done
      if (code !== 0) console.log(printed.trimEnd())
      outcomes.push(describe(step, since, code))
    }
  }
  await Promise.all([next(), next()])
  return outcomes
}

/** Runs one step that has the terminal to itself. @returns what became of it */
export async function alone(step) {
  const since = Date.now()
  return describe(step, since, await run(step.args, { env: step.env }))
}

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isStopped = true))

function describe({ name }, since, code) {
  console.log(`  ${code === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${seconds(since)}`)
  if (isStopped) process.exit(130)
  return { name, ms: Date.now() - since, code }
}

/**
 * Says which steps failed, and keeps this process from ending as if none had.
 * @param failures the failed tests: they are named last, where whoever sees only the end of a long log looks
 */
export function conclude(outcomes, failures = []) {
  const failed = outcomes.filter(({ code }) => code !== 0).map(({ name }) => name)
  if (failed.length === 0) return
  console.log(`\n  Failed: ${failed.join(', ')}`)
  for (const { name, reason } of failures) {
    const text = stripVTControlCharacters(reason)
      .split('\n')
      .filter((line) => line.trim())
    console.log([`  ✗ ${name}`, ...text.slice(0, 4)].join('\n      '))
  }
  process.exitCode = 1
}
