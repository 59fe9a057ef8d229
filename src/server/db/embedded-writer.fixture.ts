/**
 * Writes numbers into the embedded database of a folder, and reports each acknowledged number. With `stuck` it reports
 * the process of the database and its temporary folder, and runs an endless query; the file `asked` exists while the
 * query runs.
 */
import { databaseProcesses } from '../test/database-processes.ts'
import { connect } from './connect.ts'
import type { Order } from './embedded.ts'

try {
  const processes = databaseProcesses()
  const { pool } = await connect({ dataDir: process.argv[2]! })
  if (process.argv[3] === 'stuck') {
    const { pid, spawnargs } = processes.begun[0]!
    const { temporary } = JSON.parse(spawnargs.at(-1)!) as Order
    const { rows } = await pool.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    process.stdout.write(`${JSON.stringify({ pid, temporary })}\n`)
    await pool.query(
      `copy (select 1) to '${rows[0]!.folder}/asked'; select count(*) from generate_series(1, 1000000000000)`,
    )
  }
  await pool.query('create table if not exists written (n integer primary key)')
  const { rows } = await pool.query<{ top: number }>('select coalesce(max(n), 0)::int as top from written')
  for (let n = rows[0]!.top + 1; ; n++) {
    await pool.query('insert into written values ($1)', [n])
    process.stdout.write(`${n}\n`)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
