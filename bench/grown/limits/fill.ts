import pg from 'pg'
import { begin, levelled, LIMITS_VERSION, tables } from './schema.ts'

/**
 * Makes the tables of the limits from what the database holds, if they are not there yet.
 * @param seeded customers of the seed
 */
export async function fillLimits(url: string, seeded: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const steps = [{ name: 'begin', statements: begin }, ...tables]
    const key = (name: string) => `limits ${LIMITS_VERSION} ${name}`
    await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set jit = off`)
    for (const { name, statements } of steps) {
      const { rowCount } = await client.query('select from bench.steps where name = $1', [key(name)])
      if (rowCount) continue
      const since = performance.now()
      await client.query('begin')
      for (const statement of statements) await client.query(statement)
      await client.query('insert into bench.steps (name, seconds) values ($1, $2)', [
        key(name),
        (performance.now() - since) / 1000,
      ])
      await client.query('commit')
    }
    for (const statement of levelled(seeded)) await client.query(statement)
    const { rows } = await client.query<{ name: string }>(
      `select 'limits.' || quote_ident(relname) as name from pg_class where relnamespace = 'limits'::regnamespace and relkind = 'r'
         and relallvisible = 0`,
    )
    for (const { name } of rows) await client.query(`vacuum analyze ${name}`)
    // What was levelled is planned for what it has become, and its indexes of words have nothing left to take in.
    await client.query('vacuum analyze limits.people, limits.payments, limits.totals')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
