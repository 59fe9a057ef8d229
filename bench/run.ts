/**
 * `npm run bench`: measures against the budgets of budgets.json. `npm run bench http` and `npm run bench web` run one
 * part; `--embedded` measures the lists on the embedded database as well; `--rows` fills less, to try it.
 */
import { parseArgs } from 'node:util'
import { measureHttp } from './http/index.ts'
import { keep, missed, print, type Part } from './report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { embedded: { type: 'boolean', default: false }, rows: { type: 'string', default: '100000' } },
})
const wants = (part: string) => !positionals.length || positionals.includes(part)
const rows = Number(values.rows)

const parts: Part[] = []
const run = async (measure: () => Promise<Part>) => {
  const part = await measure()
  parts.push(part)
  print(part)
}
if (wants('http')) await run(() => measureHttp(rows, { embedded: false }))
if (wants('http') && values.embedded) await run(() => measureHttp(rows, { embedded: true }))
keep(parts)

const over = missed(parts)
console.log(
  over.length ? `\n${over.length} over budget: ${over.map(({ name }) => name).join('; ')}` : '\nAll within budget',
)
process.exit(over.length ? 1 : 0)
