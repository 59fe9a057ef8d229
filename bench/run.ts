/**
 * `npm run bench -- NAME`: measures, prints a table, and fails when a budget of budgets.json is missed; the last results are
 * in results/. Each says its flags at the head of its index.ts:
 *
 *   grown    calls, feed and files on a database that has lived, beside plain SQL; a backup, an erasure
 *   load     the work of many staff on it at once
 *   scoped   lists of people whose role is for some cinemas, on it
 *   web      the application in a slow browser on a slow network
 *   tests    the times of the last `npm test`
 */
import { grown } from './grown/index.ts'
import { load } from './load/index.ts'
import { keep, missed, print, type Part } from './report.ts'
import { scoped } from './scoped/index.ts'
import { measureTests } from './tests/index.ts'
import { measureWeb } from './web/index.ts'

const BENCHES: Record<string, (flags: string[]) => Promise<Part | undefined>> = {
  grown,
  load,
  scoped,
  web: measureWeb,
  tests: measureTests,
}

const [name = '', ...flags] = process.argv.slice(2)
const measure = BENCHES[name]
if (!measure) throw new Error(`npm run bench -- ${Object.keys(BENCHES).join(' or ')}`)
const part = await measure(flags)
const over = part ? missed(part) : []
if (part) {
  print(part)
  if (!part.isTrial) keep(part)
  console.log(
    over.length ? `\n${over.length} over budget: ${over.map((line) => line.name).join('; ')}` : '\nAll within budget',
  )
}
process.exit(over.length ? 1 : 0)
