/** The steps of `npm run check` and `npm test`: each says its name and how long it took; the first failure ends the run. */
import { inRoot, run, seconds, start } from './node24.mjs'

const tool = (file, ...args) => [inRoot('node_modules', file), ...args]

export const types = ['server', 'web', 'e2e'].map((face) => ({
  name: `types: ${face}`,
  args: tool('typescript/bin/tsc', '-p', `tsconfig.${face}.json`),
}))
export const lint = { name: 'lint', args: tool('oxlint/bin/oxlint', '--deny-warnings') }
const prettier = (mode) =>
  tool(
    'prettier/bin/prettier.cjs',
    mode,
    '.',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    inRoot('node_modules/.cache/prettier'),
  )
export const formatCheck = { name: 'format', args: prettier('--check') }
export const format = { name: 'format', args: prettier('--write') }
export const build = { name: 'build', args: [inRoot('scripts/build.mjs')] }

const VITEST_REPORT = inRoot('node_modules/.cache/vitest.json')
const TOURS_REPORT = inRoot('node_modules/.cache/tours.json')
export const tests = (...projects) => ({
  name: 'tests',
  args: tool(
    'vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ),
  report: VITEST_REPORT,
  count: ({ numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests }) => ({
    passed,
    failed,
    skipped: numPendingTests + numTodoTests,
  }),
})
export const tours = {
  name: 'tours',
  args: tool('@playwright/test/cli.js', 'test'),
  env: { TOURS_REPORT },
  report: TOURS_REPORT,
  count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }),
}

/** Runs steps beside each other, one for each of two cores; what a step prints is shown when it fails. */
export async function together(steps) {
  const waiting = [...steps]
  const running = new Set()
  const next = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const since = Date.now()
      let printed = ''
      const { child, done } = start(step.args, { env: step.env, stdio: ['ignore', 'pipe', 'pipe'] })
      running.add(child)
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
      const code = await done
      running.delete(child)
      if (code !== 0) {
        for (const other of running) other.kill('SIGTERM')
        console.log(printed.trimEnd())
        fail(step, since, code)
      }
      passed(step, since)
    }
  }
  await Promise.all([next(), next()])
}

/** Runs one step that has the terminal to itself. */
export async function alone(step) {
  const since = Date.now()
  const code = await run(step.args, { env: step.env })
  if (code !== 0) fail(step, since, code)
  passed(step, since)
}

const passed = ({ name }, since) => console.log(`  ✓ ${name.padEnd(16)} ${seconds(since)}`)

function fail({ name }, since, code) {
  console.log(`  ✗ ${name.padEnd(16)} ${seconds(since)}`)
  process.exit(code || 1)
}
