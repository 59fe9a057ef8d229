import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { fact, type Line, type Part } from '../report.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { cpuOf, cpuOfCluster } from './cpu.ts'
import { DATABASE } from './fill.ts'
import type { Sizes } from './sizes.ts'

const LOOKS_EVERY_MS = 100
/** Rows whose hashes are hashed together: a text of all of them would be too long. */
const BLOCK = 10_000
/** What a backup and a restore write about themselves. */
const OF_THEMSELVES: Record<string, string> = {
  settings: `key <> 'backup:last'`,
  audit_log: `action not like 'backup.%'`,
}

/** What a restore says when its next step begins. */
const STEPS = { '  indexes and references': 'indexes and references', 'Recalculating the figures': 'figures' }

/** `output`: its words, and the seconds after which each was said. `cpu`: of the command and of the database, in seconds. */
type Ran = {
  seconds: number
  memory: number
  cpu: { command: number; database: number }
  output: { text: string; at: number }[]
}

/**
 * Backs a kept cluster up and restores it into an empty one as operators do, and compares every table row by row.
 * @throws when a table has other rows
 */
export async function measureBackup(folder: string, port: number, sizes: Sizes): Promise<Part> {
  const [archive, to] = [path.join(folder, 'backup.tar'), path.join(folder, 'restored')]
  await rm(to, { recursive: true, force: true })
  const source = await startCluster(folder, { port, filling: false })
  let target: Cluster | undefined
  try {
    const lines: Line[] = []
    const settings = (cluster: Cluster, name: string) => ({
      DATABASE_URL: cluster.url(DATABASE),
      DATA_DIR: path.join(folder, name),
    })
    await mkdir(path.join(folder, 'data-source'), { recursive: true })
    const backup = await run('scripts/backup.ts', archive, settings(source, 'data-source'), source)
    lines.push(
      ...describe('backup', backup),
      fact('database', (await sizeOf(source)) / 1e6, 'MB'),
      fact('archive', statSync(archive).size / 1e6, 'MB'),
    )
    target = await startCluster(to, { port: port + 1, filling: false })
    await ask(target.url('postgres'), `create database ${DATABASE}`)
    const restore = await run('scripts/restore.ts', archive, settings(target, 'data-target'), target)
    lines.push(
      ...describe('restore', restore),
      ...steps(restore),
      fact('restored database', (await sizeOf(target)) / 1e6, 'MB'),
    )
    const tables = await compared(source.url(DATABASE), target.url(DATABASE))
    lines.push(fact('tables with the same rows', tables.length, '', `${sumOf(tables)} rows`))
    const size = `${sizes.customers} customers, ${sizes.purchases} purchases`
    return { name: 'backup', title: `Backup and restore of ${size}, ${source.name}`, size: sizes.purchases, lines }
  } finally {
    await target?.stop()
    await source.stop()
    for (const name of ['restored', 'backup.tar', 'data-source', 'data-target'])
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

const describe = (name: string, { seconds, memory, cpu }: Ran): Line[] => [
  fact(name, seconds, 's', `load ${os.loadavg()[0]!.toFixed(1)}`),
  fact(`${name}, processor`, cpu.command + cpu.database, 's', `database ${cpu.database.toFixed(1)} s`),
  fact(`${name}, the largest memory`, memory, 'MB'),
]

/** How long each step of a restore took. */
function steps({ output, seconds }: Ran): Line[] {
  const begun = [
    { name: 'rows', at: 0 },
    ...output.flatMap(({ text, at }) => (text in STEPS ? [{ name: STEPS[text as keyof typeof STEPS], at }] : [])),
  ]
  return begun.map(({ name, at }, n) => fact(`restore, ${name}`, (begun[n + 1]?.at ?? seconds) - at, 's'))
}

/** The command as the handbook has it. @throws Error with its words when it fails */
async function run(program: string, archive: string, settings: Record<string, string>, cluster: Cluster): Promise<Ran> {
  const since = performance.now()
  const seconds = () => (performance.now() - since) / 1000
  const before = cpuOfCluster(cluster.pid())
  const child = spawn(process.execPath, [program, archive], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: Ran['output'] = []
  createInterface(child.stderr).on('line', (text) => output.push({ text, at: seconds() }))
  let last = { memory: 0, cpu: 0 }
  const looking = setInterval(() => (last = lookAt(child.pid!) ?? last), LOOKS_EVERY_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(looking)
  console.log(output.at(-1)?.text)
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output.map(({ text }) => text).join('\n')}`)
  const database = (cpuOfCluster(cluster.pid()) - before) / 1000
  return { seconds: seconds(), memory: last.memory, cpu: { command: last.cpu, database }, output }
}

/** The most that a process has held so far, in MB, and its seconds of processor; undefined of one that has ended. */
function lookAt(pid: number): { memory: number; cpu: number } | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : { memory: Number(kilobytes) / 1024, cpu: cpuOf(pid) / 1000 }
  } catch {
    return undefined
  }
}

const sizeOf = async ({ url }: Cluster) =>
  Number((await ask<{ size: string }>(url(DATABASE), `select pg_database_size('${DATABASE}') as size`))[0]!.size)

type Table = { name: string; rows: number; hash: string }
const sumOf = (tables: readonly Table[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

/** @throws when a table of the source has other rows than that of the target */
async function compared(source: string, target: string): Promise<Table[]> {
  const names = await ask<{ name: string }>(
    source,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const tables: Table[] = []
  const wrong: string[] = []
  for (const { name } of names) {
    const [from, to] = await Promise.all([source, target].map((url) => hashed(url, name)))
    console.log(
      `  ${name}: ${from!.rows} rows, ${from!.hash}${from!.hash === to!.hash ? '' : ` : ${to!.rows} rows, ${to!.hash}`}`,
    )
    if (from!.rows !== to!.rows || from!.hash !== to!.hash) wrong.push(name)
    tables.push(from!)
  }
  if (wrong.length) throw new Error(`Restored with other rows: ${wrong.join(', ')}`)
  return tables
}

/** All columns of all rows, in the order of the key, or where there is none in that of the rows themselves. */
async function hashed(url: string, name: string): Promise<Table> {
  const [found] = await ask<{ columns: string; keys: string | null }>(
    url,
    `select string_agg(quote_ident(attname), ', ' order by attname) as columns,
       (select string_agg(quote_ident(k.attname), ', ' order by k.place) from (
         select a.attname, place from pg_index i, unnest(i.indkey) with ordinality x(attnum, place)
           join pg_attribute a using (attnum)
         where i.indrelid = '${name}'::regclass and i.indisprimary and a.attrelid = i.indrelid) k) as keys
     from pg_attribute where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped`,
  )
  const { columns, keys } = found!
  const order = keys ?? `row(${columns})::text`
  const [row] = await ask<{ rows: string; hash: string }>(
    url,
    `select coalesce(sum(n), 0) as rows, md5(coalesce(string_agg(hash, '' order by block), '')) as hash from (
       select (place - 1) / ${BLOCK} as block, count(*) as n, md5(string_agg(hash, '' order by place)) as hash
       from (select row_number() over (order by ${order}) as place, md5(row(${columns})::text) as hash
         from ${name} where ${OF_THEMSELVES[name] ?? 'true'}) r
       group by 1) b`,
  )
  return { name, rows: Number(row!.rows), hash: row!.hash }
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: `-c timezone=UTC -c work_mem=256MB -c jit=off` })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
