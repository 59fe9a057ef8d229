/** `npm run import -- STREAM FILE`: imports a CSV or NDJSON file over the HTTP API (docs/feed.md). */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BATCH_LINES, RECORD_TYPES, type RecordType } from '../src/features/operations/feed/rules.ts'
import { formatOf } from './import-formats.ts'
import { progress } from './import-progress.ts'
import { importFile, Stopped } from './import-run.ts'

const USAGE = `npm run import -- STREAM FILE [--url http://127.0.0.1:4400] [--batch 2000]
  STREAM is a record type: ${RECORD_TYPES.join(', ')}; FILE ends in .csv or .ndjson; the key is in MARQUEE_FEED_KEY.`

/** Where the person stands who asked: npm runs its scripts in the package's folder. */
const here = (file: string) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file)

function wanted() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4400' },
      batch: { type: 'string', default: '2000' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return
  const [stream, file] = positionals as [RecordType | undefined, string | undefined]
  if (!stream || !file || positionals.length > 2) throw new Stopped(USAGE)
  if (!RECORD_TYPES.includes(stream))
    throw new Stopped(`Record type ${stream} not found. Use one of ${RECORD_TYPES.join(', ')}.`)
  const format = formatOf(file)
  if (!format) throw new Stopped(`The name of ${file} must end in .csv or .ndjson.`)
  if (!existsSync(here(file))) throw new Stopped(`File ${file} not found.`)
  const batch = Number(values.batch)
  if (!Number.isInteger(batch) || batch < 1 || batch > BATCH_LINES)
    throw new Stopped(`--batch must be a whole number from 1 to ${BATCH_LINES}.`)
  if (!URL.canParse(values.url)) throw new Stopped(`--url must be an address such as http://127.0.0.1:4400.`)
  const key = process.env.MARQUEE_FEED_KEY
  if (!key) throw new Stopped('Set MARQUEE_FEED_KEY to the secret of a feed key.')
  return { stream, file: here(file), format, batch, url: values.url, key }
}

async function run(order: NonNullable<ReturnType<typeof wanted>>) {
  const reporter = progress(process.stderr)
  const { counts, refusedFile, passedOver } = await importFile(order, reporter.at).finally(reporter.end)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const parts = Object.entries(counts).map(([state, count]) => `${count.toLocaleString('en')} ${state}`)
  console.log(`${total.toLocaleString('en')} records: ${parts.join(', ')}`)
  if (passedOver.length) console.log(`Ignored fields that ${order.stream} do not have: ${passedOver.join(', ')}`)
  if (counts.rejected) console.log(`Rejected records with their reasons: ${refusedFile}`)
  process.exitCode = counts.rejected ? 1 : 0
}

try {
  const order = wanted()
  if (order) await run(order)
  else console.log(USAGE)
} catch (error) {
  const isExplained = error instanceof Stopped || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isExplained ? (error as Error).message : error)
  process.exitCode = 2
}
