/** Writes numbers one after another into the embedded database of a folder, and says each when it was answered. */
import { connect } from './connect.ts'

try {
  const { pool } = await connect({ dataDir: process.argv[2]! })
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
