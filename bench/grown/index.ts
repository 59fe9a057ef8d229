/**
 * `npm run bench -- grown` measures against a database that has lived (seed.ts).
 *
 *   npm run bench -- grown --keep DIR            fills DIR once (restartable), measures, and keeps it for the next run
 *   npm run bench -- grown --customers 100000 --purchases 1000000 --keep DIR    a tenth
 *   npm run bench -- grown --only fill --keep DIR     fills and proves only
 *   npm run bench -- grown --only prove               proves on few rows that the quick seed is what the triggers make
 *   npm run bench -- grown --only serve --keep DIR    starts PostgreSQL on it as in operation until Ctrl+C; name its sizes, too
 *
 *   npm run bench -- grown --only plans --keep DIR    writes what our statements cost, and their plans, to DIR/plans
 *   npm run bench -- grown --only backup --keep DIR    backs it up, restores that into an empty cluster, and compares every row
 *   npm run bench -- grown --only erasing --keep DIR    adds texts once, erases a customer and a guest, and keeps the rest
 *   npm run bench -- grown --rows 'category|feed' --keep DIR    measures what has such a name, and keeps no result
 *
 * `--rounds 3` and `--ms 1500` are how often and how long each is measured. `--from 18` is the number that everything
 * follows from, `--port 5618` where PostgreSQL listens (127.0.0.1, user postgres, database grown). Whoever signs in is in ../served.ts.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { measureBackup } from './backup.ts'
import { startCluster } from './cluster.ts'
import type { Part } from '../report.ts'
import { measureErasing } from './erasing.ts'
import { DATABASE, filled, proveSeed, withLimits } from './fill.ts'
import { folderOf, STORED, numberOf, sizesOf } from './cluster-flags.ts'
import { explainGrown, measureGrown } from './measure.ts'

const ONLY = ['fill', 'prove', 'serve', 'plans', 'backup', 'erasing']

export async function grown(flags: string[]): Promise<Part | undefined> {
  const { values } = parseArgs({
    args: flags,
    options: {
      ...STORED,
      only: { type: 'string', default: '' },
      rows: { type: 'string', default: '' },
      rounds: { type: 'string', default: '3' },
      ms: { type: 'string', default: '1500' },
    },
  })
  const { only } = values
  const [wanted, port] = [sizesOf(values), numberOf(values, 'port')]
  if (only && !ONLY.includes(only)) throw new Error(`--only is ${ONLY.join(' or ')}`)
  if (only === 'prove') {
    await proveSeed({ ...wanted, until: '2026-11-01' }, port)
    return
  }
  const folder = folderOf(values)
  const sizes = await filled(folder, wanted, port)
  const how = { rounds: Number(values.rounds), ms: Number(values.ms), rows: new RegExp(values.rows) }
  if (only === 'backup') return measureBackup(folder, port, sizes)
  if (only === 'erasing') return measureErasing(folder, port, sizes)
  if (only === 'plans') return explainGrown(folder, port, sizes, how)
  if (only === 'serve') return served(folder, port)
  if (only) return
  await withLimits(folder, port)
  return { ...(await measureGrown(folder, port, sizes, how)), isTrial: values.rows !== '' }
}

/** PostgreSQL on the folder as in operation, until it is stopped. */
async function served(folder: string, port: number): Promise<undefined> {
  const cluster = await startCluster(folder, { port, filling: false })
  try {
    console.log(`${cluster.name}: ${cluster.url(DATABASE)}`)
    await once(process, 'SIGINT')
  } finally {
    await cluster.stop()
  }
}
