/** `npm test`: everything that must hold. Its last line counts the tests, so that none can go missing unseen. */
import { readFileSync, rmSync } from 'node:fs'
import { ensureInstalled, seconds, stop } from './node24.mjs'
import { alone, build, formatCheck, lint, tests, together, tours, types } from './steps.mjs'

const since = Date.now()
ensureInstalled()
const counted = [tests(), tours]
for (const { report } of counted) rmSync(report, { force: true })
await together([build, ...types, lint, formatCheck])
for (const step of counted) await alone(step)

const counts = counted.map(({ report, count }) => count(JSON.parse(readFileSync(report, 'utf8'))))
const sum = (of) => counts.reduce((total, count) => total + count[of], 0)
if (counts.some(({ passed }) => passed === 0)) stop('A kind of tests did not run at all.')
const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped} in ${seconds(since)}`)
