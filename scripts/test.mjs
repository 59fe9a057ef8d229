/**
 * `npm test`: everything that must hold before a change lands. `npm run test:all` is that and everything slow: kills,
 * restores, the whole suite on the embedded database, all examples, the fuzzers, the version before. A step that fails
 * keeps none from running. At the end stand the time of each part, the slowest files, and the number of tests, so that none
 * can go missing unseen; the times are kept for `npm run bench -- tests`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, inRoot, seconds } from './node.mjs'
import {
  alone,
  build,
  conclude,
  demo,
  formatCheck,
  fuzz,
  fuzzFeed,
  lint,
  previous,
  tests,
  together,
  tours,
  types,
} from './steps.mjs'

const SLOWEST = 10
const isThorough = process.argv[2] === 'all'
ensureInstalled()
const since = Date.now()
const counted = [tests({ isThorough }), tours({ isThorough })]
for (const { report } of counted) rmSync(report, { force: true })
// The demo chain is loaded by what has just been built.
const outcomes = await together([build, types[0], demo, ...types.slice(1), lint, formatCheck])
const checksMs = Date.now() - since
// One after the other: each has work for two cores.
const slow = isThorough ? [previous, fuzz, fuzzFeed] : []
for (const step of [...counted, ...slow]) outcomes.push(await alone(step))

const failures = []
const files = []
const counts = counted.map(({ name, report, count, failures: failed, files: timed }) => {
  const json = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  if (json) failures.push(...failed(json))
  if (json) files.push(...timed(json))
  const counts = json ? count(json) : { passed: 0 }
  if (counts.passed === 0) outcomes.push({ name: `${name} (none of them ran)`, code: 1 })
  return counts
})
reportTimes()
conclude(outcomes, failures)
const sum = (of) => counts.reduce((total, count) => total + (count[of] ?? 0), 0)
const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped} in ${seconds(since)}`)

/** In seconds: `checks` is the build, types, lint and format together. */
function reportTimes() {
  const took = (name) => outcomes.find((outcome) => outcome.name === name).ms / 1000
  const parts = {
    checks: checksMs / 1000,
    tests: took('tests'),
    tours: took('tours'),
    ...Object.fromEntries(slow.map(({ name }) => [name, took(name)])),
    all: (Date.now() - since) / 1000,
  }
  const row = (name, time) => `  ${time.toFixed(1).padStart(8)} s  ${name}`
  console.log('\n  Time of each part')
  for (const [name, time] of Object.entries(parts)) console.log(row(name, time))
  console.log('\n  The slowest files')
  for (const { name, ms } of files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST))
    console.log(row(name, ms / 1000))
  const file = inRoot('node_modules/.cache/times.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), isThorough, ...parts }))
}
