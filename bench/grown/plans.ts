import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Case } from './cases.ts'
import { asker } from './driving.ts'
import { DATABASE } from './fill.ts'
import type { Places } from './measure.ts'

const CALLS = 100
const MOST = 8

type Statement = {
  calls: number
  ms: number
  planning: number
  all: number
  rows: number
  blocks: number
  query: string
}

/** Writes what our statements of each row cost and how they are planned to a file of the cluster's folder, and says where. */
export async function writePlans(rows: readonly Case[], { product, cluster }: Places): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url(DATABASE) })
  await client.connect()
  const folder = path.join(cluster.folder, 'plans')
  const { ask, leave } = asker(product, 1)
  try {
    await mkdir(folder, { recursive: true })
    await client.query('create extension if not exists pg_stat_statements')
    await setting(client, { 'pg_stat_statements.track_planning': 'on' })
    for (const { name, product: action } of rows) {
      const one = await action(ask, 0)
      await one()
      await client.query('select pg_stat_statements_reset()')
      for (let n = 0; n < CALLS; n++) await one()
      const { rows: statements } = await client.query<Statement>(
        `select calls, mean_exec_time as ms, total_plan_time / calls as planning, total_exec_time + total_plan_time as all, rows, shared_blks_hit + shared_blks_read as blocks, query
         from pg_stat_statements where query not like '%pg_stat_statements%' order by total_exec_time + total_plan_time desc limit ${MOST}`,
      )
      const describe = statements.map(
        ({ calls, ms, planning, all, rows: answered, blocks, query }) =>
          `${(all / CALLS).toFixed(2)} ms a call of the API: ${calls} times ${ms.toFixed(3)} ms and ${planning.toFixed(3)} ms planning, ${answered} rows, ${blocks} blocks\n${query}\n`,
      )
      const plans = await explained(client, cluster.folder, one)
      const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.txt`)
      await writeFile(file, `${describe.join('\n')}\n${'-'.repeat(80)}\n${plans}`)
      console.log(`  ${name}: ${file}`)
    }
  } finally {
    leave()
    // What is measured after this is not slowed down by it.
    await setting(client, { 'pg_stat_statements.track_planning': 'off' })
    await client.end()
  }
}

async function setting(client: pg.Client, how: Record<string, string>) {
  for (const [name, value] of Object.entries(how)) await client.query(`alter system set ${name} = '${value}'`)
  await client.query('select pg_reload_conf(), pg_sleep(0.3)')
}

/** What auto_explain says of one call. */
async function explained(client: pg.Client, folder: string, one: () => Promise<unknown>): Promise<string> {
  const log = path.join(folder, 'log')
  await setting(client, {
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_nested_statements': 'on',
  })
  const before = (await readFile(log, 'utf8')).length
  await one()
  await setting(client, { 'auto_explain.log_min_duration': '-1' })
  return (await readFile(log, 'utf8')).slice(before)
}
