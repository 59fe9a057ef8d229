/**
 * `npm test`: everything that must hold. A step that fails keeps none from running. Its last line counts the tests, so
 * that none can go missing unseen; how long each part took is kept for `npm run bench`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, inRoot, seconds } from './node.mjs'
import {
  alone,
  build,
  conclude,
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

const since = Date.now()
ensureInstalled()
const counted = [tests(), tours]
for (const { report } of counted) rmSync(report, { force: true })
const outcomes = await together([build, ...types, lint, formatCheck])
const checksMs = Date.now() - since
// One after the other: each has work for two cores.
for (const step of [counted[0], previous, fuzz, fuzzFeed, counted[1]]) outcomes.push(await alone(step))

const failures = []
const counts = counted.map(({ name, report, count, failures: failed }) => {
  const said = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  if (said) failures.push(...failed(said))
  const counts = said ? count(said) : { passed: 0 }
  if (counts.passed === 0) outcomes.push({ name: `${name} (none of them ran)`, code: 1 })
  return counts
})
keepTimes()
conclude(outcomes, failures)
const sum = (of) => counts.reduce((total, count) => total + (count[of] ?? 0), 0)
const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped} in ${seconds(since)}`)

/** In seconds: `checks` is the build, types, lint and format together. */
function keepTimes() {
  const took = (name) => outcomes.find((outcome) => outcome.name === name).ms / 1000
  const all = (Date.now() - since) / 1000
  const times = {
    at: new Date().toISOString(),
    checks: checksMs / 1000,
    tests: took('tests'),
    fuzz: took('fuzz'),
    tours: took('tours'),
    all,
  }
  const file = inRoot('node_modules/.cache/times.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(times))
}
