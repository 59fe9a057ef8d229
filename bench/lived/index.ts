/**
 * `npm run bench -- lived` measures against a database that has lived (seed.ts).
 *
 *   npm run bench -- lived --keep DIR            fills DIR once (restartable), measures, and keeps it for the next run
 *   npm run bench -- lived --customers 100000 --purchases 1000000 --keep DIR    a tenth
 *   npm run bench -- lived --only fill --keep DIR     fills and proves only
 *   npm run bench -- lived --only prove               proves on few rows that the quick seed is what the triggers make
 *   npm run bench -- lived --only serve --keep DIR    starts PostgreSQL on it as in operation until Ctrl+C; name its sizes, too
 *
 *   npm run bench -- lived --only plans --keep DIR    writes what our statements cost, and their plans, to DIR/plans
 *   npm run bench -- lived --only backup --keep DIR    backs it up, restores that into an empty cluster, and compares every row
 *   npm run bench -- lived --rows 'category|feed' --keep DIR    measures what has such a name, and keeps no result
 *
 * `--rounds 3` and `--ms 1500` are how often and how long each is measured. `--from 18` is the number that everything
 * follows from, `--port 5618` where PostgreSQL listens (127.0.0.1, user postgres, database lived). Whoever signs in is in ../http/database.ts.
 */
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureBackup } from './backup.ts'
import { startCluster } from './cluster.ts'
import { keep as keepParts, missed, print } from '../report.ts'
import { DATABASE, filled, proveSeed, withLimits } from './fill.ts'
import { explainLived, measureLived } from './measure.ts'

const ONLY = ['fill', 'prove', 'serve', 'plans', 'backup']
/** Two pages and more of everything that there is little of. */
const FEWEST = 1000

/** @returns the code that the program ends with */
export async function lived(flags: string[]): Promise<number> {
  const { values } = parseArgs({
    args: flags,
    options: {
      customers: { type: 'string', default: '1000000' },
      purchases: { type: 'string', default: '10000000' },
      from: { type: 'string', default: '18' },
      port: { type: 'string', default: '5618' },
      keep: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      rows: { type: 'string', default: '' },
      rounds: { type: 'string', default: '3' },
      ms: { type: 'string', default: '1500' },
    },
  })
  const { keep, only } = values
  const [customers, purchases, from, port] = [values.customers, values.purchases, values.from, values.port].map(
    Number,
  ) as [number, number, number, number]
  if (![customers, purchases].every((n) => Number.isInteger(n) && n >= FEWEST))
    throw new Error(`--customers and --purchases are numbers from ${FEWEST}`)
  if (only && !ONLY.includes(only)) throw new Error(`--only is ${ONLY.join(' or ')}`)
  if (only === 'prove') {
    await proveSeed({ customers, purchases, from, until: '2026-11-01' }, port)
    return 0
  }
  if (!keep) throw new Error('--keep names the folder of the cluster')
  const folder = path.resolve(keep)
  const sizes = await filled(folder, { customers, purchases, from }, port)
  if (only === 'fill') return 0
  const how = { rounds: Number(values.rounds), ms: Number(values.ms), rows: new RegExp(values.rows) }
  if (only === 'backup') {
    const part = await measureBackup(folder, port, sizes)
    print(part)
    keepParts([part], 'backup')
    return 0
  }
  if (only === 'plans') {
    await explainLived(folder, port, sizes, how)
    return 0
  }
  if (!only) {
    await withLimits(folder, port)
    const part = await measureLived(folder, port, sizes, how)
    print(part)
    if (!values.rows) keepParts([part], 'lived')
    const over = missed([part])
    console.log(
      over.length ? `\n${over.length} over budget: ${over.map(({ name }) => name).join('; ')}` : '\nAll within budget',
    )
    return over.length ? 1 : 0
  }
  const cluster = await startCluster(folder, { port, filling: false })
  try {
    console.log(`${cluster.name}: ${cluster.url(DATABASE)}`)
    await once(process, 'SIGINT')
    return 0
  } finally {
    await cluster.stop()
  }
}
