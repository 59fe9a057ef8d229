/**
 * `npm run bench -- lived` measures against a database that has lived (seed.ts).
 *
 *   npm run bench -- lived --keep DIR            fills DIR once (restartable), measures, and keeps it for the next run
 *   npm run bench -- lived --customers 100000 --purchases 1000000 --keep DIR    a tenth
 *   npm run bench -- lived --only fill --keep DIR     fills and proves only
 *   npm run bench -- lived --only prove               proves on few rows that the quick seed is what the triggers make
 *   npm run bench -- lived --only serve --keep DIR    starts PostgreSQL on it as in operation until Ctrl+C
 *
 * `--from 18` is the number that everything follows from, `--port 5618` where PostgreSQL listens (127.0.0.1, user postgres,
 * database lived). Whoever signs in is in ../http/database.ts.
 */
import { once } from 'node:events'
import { startCluster } from './cluster.ts'
import { DATABASE, filled, proveSeed } from './fill.ts'
import type { Sizes } from './sizes.ts'

export type Options = Omit<Sizes, 'until'> & { keep: string; only?: string | undefined; port: number }

export async function lived({ keep, only, port, ...sizes }: Options): Promise<void> {
  if (only === 'prove') return proveSeed({ ...sizes, until: '2026-11-01' }, port)
  await filled(keep, sizes, port)
  if (only === 'fill') return
  const cluster = await startCluster(keep, { port, filling: false })
  try {
    console.log(`${cluster.name} at ${cluster.url(DATABASE)}`)
    if (only === 'serve') await once(process, 'SIGINT')
  } finally {
    await cluster.stop()
  }
}

if (import.meta.main) {
  const { parseArgs } = await import('node:util')
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', default: '1000000' },
      purchases: { type: 'string', default: '10000000' },
      from: { type: 'string', default: '18' },
      port: { type: 'string', default: '5618' },
      keep: { type: 'string', default: '' },
      only: { type: 'string' },
    },
  })
  await lived({
    customers: Number(values.customers),
    purchases: Number(values.purchases),
    from: Number(values.from),
    port: Number(values.port),
    keep: values.keep,
    only: values.only,
  })
  process.exit(0)
}
