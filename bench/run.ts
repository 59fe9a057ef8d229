/**
 * `npm run bench`: measures against the budgets of budgets.json and fails when one is missed. `npm run bench -- http`
 * and `-- web` run one part; `--embedded` measures the lists on the embedded database as well; `--rows 5000` fills
 * less, to try it. `npm run bench -- analytics` and `-- customers` take minutes and are run when they are named;
 * `--purchases 20000,200000` are the two sizes that the first compares, `--customers 20000` the size of the second.
 * `npm run bench -- tickets` takes minutes as well; `--tickets 1000000,10000000` are the lines of the log, one size or more.
 * `-- payment-logs` and `--payments` are the same of the payment log. `-- cubes` and `-- programme` take a minute, and are run when they are named.
 * `npm run bench -- feed`, `-- exports`, `-- marketing` and `-- watching` are run when they are named, too. `-- tests` holds the times
 * of the last `npm test` against theirs. `-- grown` measures on a database that has lived, `-- load` the work of
 * many staff on it, `-- scoped` lists of people whose role is for some cinemas: their flags stand in grown/index.ts,
 * load/index.ts and scoped/index.ts.
 */
import { parseArgs } from 'node:util'
import { measureAnalytics } from './analytics/index.ts'
import { measureCubes } from './cubes/index.ts'
import { measureCustomers } from './customers/index.ts'
import { measureExports } from './exports/index.ts'
import { measureFeed } from './feed/index.ts'
import { measureHttp } from './http/index.ts'
import { grown } from './grown/index.ts'
import { load } from './load/index.ts'
import { measureMarketing } from './marketing/index.ts'
import { measurePaymentLogs } from './payment-logs/index.ts'
import { measureProgramme } from './programme/index.ts'
import { keep, missed, print, type Part } from './report.ts'
import { scoped } from './scoped/index.ts'
import { measureTests } from './tests/index.ts'
import { measureTickets } from './tickets/index.ts'
import { measureWatching } from './watching/index.ts'
import { measureWeb } from './web/index.ts'

// These have a cluster and flags of their own.
if (process.argv[2] === 'grown') process.exit(await grown(process.argv.slice(3)))
if (process.argv[2] === 'scoped') process.exit(await scoped(process.argv.slice(3)))
if (process.argv[2] === 'load') process.exit(await load(process.argv.slice(3)))

const PARTS = [
  'http',
  'web',
  'analytics',
  'customers',
  'feed',
  'exports',
  'marketing',
  'tickets',
  'payment-logs',
  'cubes',
  'programme',
  'watching',
  'tests',
]
/** Two pages of each list, and a rare word that some have. */
const FEWEST_ROWS = 100
/** Two pages of those who are few, and a middle page that lies far down. */
const FEWEST_CUSTOMERS = 10_000
/** Some on every day, of every cinema, and a hundred pages of the common word. */
const FEWEST_TICKETS = 100_000
/** More than a search counts, and some of each kind on every day. */
const FEWEST_PAYMENTS = 20_000
/** Some on every day. */
const FEWEST_PURCHASES = 10_000
/** Batches that the feed is measured by. */
const BATCHES = 25
/** Bookings of cubes that are there before. */
const BOOKINGS = 50_000
/** Rows of an export. */
const EXPORTED = 1_000_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    embedded: { type: 'boolean', default: false },
    rows: { type: 'string', default: '100000' },
    purchases: { type: 'string', default: '1000000,10000000' },
    customers: { type: 'string', default: '1000000' },
    tickets: { type: 'string', default: '1000000,10000000' },
    payments: { type: 'string', default: '1000000,10000000' },
  },
})
const rows = Number(values.rows)
const unknown = positionals.find((part) => !PARTS.includes(part))
if (unknown) throw new Error(`There is no part ${unknown}: ${PARTS.join(' or ')}`)
if (!Number.isInteger(rows) || rows < FEWEST_ROWS) throw new Error(`--rows is a number from ${FEWEST_ROWS}`)

const sizes = values.purchases.split(',').map(Number)
if (sizes.length !== 2 || !sizes.every((size) => Number.isInteger(size) && size >= FEWEST_PURCHASES))
  throw new Error(`--purchases are two numbers from ${FEWEST_PURCHASES}, such as 20000,200000`)

const customers = Number(values.customers)
if (!Number.isInteger(customers) || customers < FEWEST_CUSTOMERS)
  throw new Error(`--customers is a number from ${FEWEST_CUSTOMERS}`)

const logs = values.tickets.split(',').map(Number)
if (!logs.every((lines) => Number.isInteger(lines) && lines >= FEWEST_TICKETS))
  throw new Error(`--tickets are numbers from ${FEWEST_TICKETS}, such as 100000,1000000`)

const paymentLogs = values.payments.split(',').map(Number)
if (!paymentLogs.every((payments) => Number.isInteger(payments) && payments >= FEWEST_PAYMENTS))
  throw new Error(`--payments are numbers from ${FEWEST_PAYMENTS}, such as 100000,1000000`)

const wants = (part: string) => !positionals.length || positionals.includes(part)
const measures = [
  ...(wants('http') ? [() => measureHttp(rows, { embedded: false })] : []),
  ...(wants('http') && values.embedded ? [() => measureHttp(rows, { embedded: true })] : []),
  ...(wants('web') ? [measureWeb] : []),
  ...(positionals.includes('analytics') ? [() => measureAnalytics(sizes[0]!, sizes[1]!)] : []),
  ...(positionals.includes('customers') ? [() => measureCustomers(customers)] : []),
  ...(positionals.includes('feed')
    ? [() => measureFeed(BATCHES, { embedded: false }), () => measureFeed(BATCHES, { embedded: true })]
    : []),
  ...(positionals.includes('tickets') ? logs.map((lines) => () => measureTickets(lines)) : []),
  ...(positionals.includes('marketing') ? [() => measureMarketing(rows)] : []),
  ...(positionals.includes('payment-logs') ? paymentLogs.map((payments) => () => measurePaymentLogs(payments)) : []),
  ...(positionals.includes('cubes') ? [() => measureCubes(BOOKINGS)] : []),
  ...(positionals.includes('programme') ? [measureProgramme] : []),
  ...(positionals.includes('watching') ? [() => measureWatching(rows)] : []),
  ...(positionals.includes('tests') ? [measureTests] : []),
  ...(positionals.includes('exports') ? [() => measureExports(EXPORTED)] : []),
]
const parts: Part[] = []
for (const measure of measures) {
  const part = await measure()
  parts.push(part)
  print(part)
}
keep(parts, positionals.join('-') || 'latest')

const over = missed(parts)
console.log(
  over.length ? `\n${over.length} over budget: ${over.map(({ name }) => name).join('; ')}` : '\nAll within budget',
)
process.exit(over.length ? 1 : 0)
