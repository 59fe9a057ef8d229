import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import compress from '@fastify/compress'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import Fastify from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { hasPooler, startPooler } from '../test/pooler.ts'
import { testDatabase } from '../test/database.ts'
import { copiedLines, fileOfRows, NASTY, TINY } from '../test/files.ts'
import { CsvLines } from '../http/csv-lines.ts'
import { copied, type CopiedColumn } from '../http/csv.ts'
import { connect, type Database, type Db } from './connect.ts'
import { copyEach } from './copy.ts'
import { everyRow, streamInBatches, LIMITS, type Limits, type Part, type Rows } from './batches.ts'
import type { Selection } from './page.ts'
import { scopedTo } from './scoped.ts'

const ROWS = 20_000
/** Makes all rows together larger than the unread bytes that connections buffer. */
const WIDE = sql`repeat('wide ', 100)`

let made: Awaited<ReturnType<typeof testDatabase>>
let database: Database
let db: Db
beforeAll(async () => {
  made = await testDatabase()
  database = await connect({ ...made, poolSize: 4 })
  db = database.db
  await db.execute(sql`create table listed (id int primary key, at timestamptz, name text)`)
  await db.execute(sql`
    insert into listed select n, timestamptz '2026-01-01' + (n * 7919 % ${ROWS}) / 2 * interval '1 microsecond', 'Row ' || n
    from generate_series(1, ${ROWS}) n`)
  await db.execute(sql`create table nasty (id int primary key, text text, number numeric)`)
  await db.execute(sql`
    insert into nasty select n, x.text, case when n % 3 > 0 then n - 20 end::numeric
    from jsonb_array_elements_text(${JSON.stringify(NASTY)}::jsonb) with ordinality x(text, n)
    union all select 1000, null, null::numeric`)
})
afterAll(async () => {
  await database?.close()
  await made?.drop()
})

const newest: Selection = {
  from: sql`listed l`,
  where: sql`true`,
  keys: [
    { of: sql`l.at`, type: 'timestamptz' },
    { of: sql`l.id`, type: 'bigint' },
  ],
  descending: true,
}
const ids = [sql`l.id`]
const few: Limits = { ...LIMITS, small: 1500, large: 6000, many: 5000 }
const stream = (lists: Rows[], columns: SQL[] = ids, limits: Limits = few, of = db) =>
  streamInBatches(of, columns, lists, linesOf(columns), limits)
const linesOf = (columns: SQL[]) =>
  new CsvLines(
    columns.map(() => ({})),
    '',
  )
const inOrder = async () =>
  (await db.execute<{ id: number }>(sql`select id from listed order by at desc, id desc`)).rows.map(({ id }) => id)
const read = async (file: NodeJS.ReadableStream) => (await text(file)).trimEnd().split('\r\n').map(Number)

/** List that records its requested parts. */
function noting(list: Rows) {
  const parts: Pick<Part, 'limit' | 'areMany'>[] = []
  const statement: Rows['statement'] = (columns, part) => {
    parts.push({ limit: part.limit, areMany: part.areMany })
    return list.statement(columns, part)
  }
  return { parts, list: { ...list, statement } }
}

it('returns all rows once and in order, with batches of any size', async () => {
  const expected = await inOrder()
  expect(await read(stream([everyRow(newest, ROWS)]))).toEqual(expected)
  expect(await read(stream([everyRow(newest)]))).toEqual(expected)
  expect(await read(stream([everyRow({ ...newest, isSearch: true }, ROWS)]))).toEqual(expected)
  expect(await read(stream([{ ...everyRow(newest), most: 5000 }], ids, { ...few, oneOf: 4 }))).toHaveLength(ROWS)
  const turned = everyRow({ ...newest, descending: false, where: sql`l.id <= ${3000}` }, 3000)
  expect(await read(stream([turned, everyRow(newest, ROWS)]))).toEqual([
    ...expected.filter((id) => id <= 3000).reverse(),
    ...expected,
  ])
  expect(await text(stream([everyRow({ ...newest, where: sql`false` }, 0)]))).toBe('')
})

it('writes cells like rows of objects', async () => {
  const columns: CopiedColumn[] = [
    { id: 'text', title: 'Text', cell: sql`x.text` },
    { id: 'number', title: 'Number', cell: sql`x.number`, isNumber: true },
    { id: 'literal', title: 'Literal', cell: sql`${`it's "=1" \\ $1 ${NASTY[0]}`}::text` },
    { id: 'any', title: 'Any', cell: sql`x.text = any(${sql.param(NASTY)}::text[])` },
  ]
  const list = everyRow({
    from: sql`nasty x`,
    where: sql`x.id > ${0}`,
    keys: [
      { of: sql`coalesce(x.text, '') collate "C"`, type: 'text' },
      { of: sql`x.id`, type: 'bigint' },
    ],
    descending: false,
  })
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    select text, number::text, text = any(${sql.param(NASTY)}::text[]) as any from nasty order by coalesce(text, '') collate "C", id`)
  const file = await fileOfRows(
    [
      { id: 'text', title: 'Text', cell: (row) => row.text },
      { id: 'number', title: 'Number', cell: (row) => row.number && Number(row.number) },
      { id: 'literal', title: 'Literal', cell: () => `it's "=1" \\ $1 ${NASTY[0]}` },
      { id: 'any', title: 'Any', cell: ({ any }) => (any === null ? '' : 't') },
    ],
    rows,
  )
  expect(rows).toHaveLength(NASTY.length + 1)
  for (const limits of [LIMITS, TINY])
    expect(await copiedLines(db, columns, [list], limits)).toBe(file.slice(file.indexOf('\r\n') + 2))
})

it('breaks the file after an error on the way', async () => {
  const failing = everyRow({ ...newest, where: sql`1 / (l.id - 1) >= 0` }, ROWS)
  await expect(read(stream([failing]))).rejects.toThrow('division by zero')
  await vi.waitFor(() => expect(database.pool.idleCount).toBe(database.pool.totalCount))
  expect(await read(stream([everyRow(newest, ROWS)]))).toHaveLength(ROWS)
})

it('breaks only the file of a row that cannot be written', async () => {
  for (const limits of [few, { ...few, small: ROWS }, { ...few, oneOf: 100 }]) {
    const made = (id: string) => {
      if (id === '9000') throw new Error('It does not open')
      return id
    }
    const columns = [{ id: 'id', title: 'ID', cell: ids[0]!, made }]
    const file = copied(db, columns, [everyRow(newest, ROWS)], linesOf(ids), limits)
    await expect(read(file)).rejects.toThrow('It does not open')
    await vi.waitFor(() => expect(database.pool.idleCount).toBe(database.pool.totalCount))
  }
  expect(await read(stream([everyRow(newest, ROWS)]))).toHaveLength(ROWS)
})

it('keeps no connection for a paused reader, who still gets all rows', async () => {
  const { parts, list } = noting(everyRow(newest, ROWS))
  const limits = { ...few, small: 50, timeoutMs: 50, ahead: 64 * 1024 }
  const file = stream([list], [sql`l.id || ' ' || ${WIDE}`], limits)
  await once(file, 'readable')
  await vi.waitFor(() => expect(file.readableLength).toBeGreaterThan(limits.ahead))
  // A large batch was cancelled, or there was none.
  await vi.waitFor(() => expect(database.pool.idleCount).toBe(database.pool.totalCount), 10_000)
  expect(parts.length).toBeLessThan(5)
  expect(file.readableLength).toBeLessThan(4_000_000)
  const found = (await text(file)).trimEnd().split('\r\n').map(Number.parseFloat)
  expect(found).toEqual(await inOrder())
  expect(parts.at(-1)).toEqual({ limit: 50, areMany: false })
}, 120_000)

it('reads what arrives with the last rows while the buffer is full', async () => {
  // Each row fills the buffer, the last one too.
  const [rows, line] = [12, 'wide '.repeat(20_000)]
  const list = everyRow({ ...newest, where: sql`l.id <= ${rows}` }, rows)
  const file = stream([list], [sql`l.id || ' ' || ${line}`], { ...few, small: 4, ahead: 1 })
  let bytes = 0
  for await (const chunk of file) {
    bytes += (chunk as Buffer).length
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(bytes).toBeGreaterThan(rows * line.length)
  await vi.waitFor(() => expect(database.pool.idleCount).toBe(database.pool.totalCount))
})

describe.runIf(inject('database').postgres)('on PostgreSQL', () => {
  const running = async () => {
    const { rows } = await database.pool.query(
      `select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and (query ilike 'copy%' and state = 'active' or state like 'idle in%')`,
    )
    return rows
  }
  it('discards a statement that ends just before its cancellation, which is still on its way', async () => {
    const client = await database.pool.connect()
    onTestFinished(() => client.release(true))
    const lines: string[] = []
    const copying = copyEach(
      client,
      'copy (select * from generate_series(1, 3)) to stdout',
      (line) => void lines.push(String(line)),
    )
    copying.pause()
    const { processID } = client as unknown as { processID: number }
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query('select state from pg_stat_activity where pid = $1', [processID])
      expect(rows).toEqual([{ state: 'idle' }])
    })
    copying.cancel()
    await expect(copying.over).rejects.toThrow('Broken off')
    expect(lines).toEqual([])
  })

  const slowly = everyRow({ ...newest, where: sql`pg_sleep(0.05) is not null`, isSearch: true })

  it('reads a small batch first, then a large one; small ones without a free place and for a part', async () => {
    const noted = noting(everyRow(newest, ROWS))
    await read(stream([noted.list], ids, { ...few, large: ROWS }))
    expect(noted.parts).toEqual([
      { limit: 1500, areMany: false },
      { limit: undefined, areMany: true },
    ])
    const unknown = noting(everyRow(newest))
    await read(stream([unknown.list]))
    expect(unknown.parts.map(({ limit }) => limit)).toEqual([1500, 6000, 6000, 6000, 6000])
    const other = stream([slowly], ids)
    other.read()
    await vi.waitFor(async () => expect(await running()).toHaveLength(1))
    const crowded = noting(everyRow(newest, ROWS))
    await read(stream([crowded.list], ids, { ...few, small: 6000 }))
    expect(crowded.parts.map(({ limit }) => limit)).toEqual([6000, 6000, 6000, 6000])
    other.destroy()
    await vi.waitFor(async () => expect(await running()).toEqual([]))
  })

  it('counts large batches of cinema roles with all others', async () => {
    await db.execute(sql`grant select on listed to marquee_scoped`)
    const other = stream([slowly], ids, few, scopedTo(db, []))
    other.read()
    await vi.waitFor(async () => expect(await running()).toHaveLength(1))
    const crowded = noting(everyRow(newest, ROWS))
    await read(stream([crowded.list], ids, { ...few, small: 6000 }, scopedTo(db, [])))
    expect(crowded.parts.map(({ limit }) => limit)).toEqual([6000, 6000, 6000, 6000])
    other.destroy()
    await vi.waitFor(async () => expect(await running()).toEqual([]))
  })

  it('ends the statement immediately when the reader leaves, large or small', async () => {
    for (const limits of [few, { ...few, oneOf: 100 }]) {
      const file = stream([slowly], ids, limits)
      file.read()
      await vi.waitFor(async () => expect(await running()).toHaveLength(1))
      file.destroy()
      const since = performance.now()
      await vi.waitFor(async () => expect(await running()).toEqual([]))
      expect(performance.now() - since).toBeLessThan(5000)
    }
    await vi.waitFor(() => expect(database.pool.idleCount).toBe(database.pool.totalCount))
  })

  it.each(['identity', 'gzip', 'br'])('ends the statement when a client hangs up, packed as %s', async (packing) => {
    const server = Fastify()
    await server.register(compress, { threshold: 0 })
    server.get('/file', (_request, reply) =>
      reply.type('text/csv').send(stream([slowly], [sql`l.id || ' ' || ${WIDE}`])),
    )
    const address = await server.listen()
    const client = new AbortController()
    const answer = fetch(`${address}/file`, { headers: { 'accept-encoding': packing }, signal: client.signal })
    answer.catch(() => {})
    await vi.waitFor(async () => expect(await running()).toHaveLength(1))
    client.abort()
    await vi.waitFor(async () => expect(await running()).toEqual([]))
    await server.close()
  })

  it('gives a large batch time and memory, without effects on the connection', async () => {
    const settings = sql`current_setting('statement_timeout') || ' ' || current_setting('work_mem')`
    const search = everyRow({ ...newest, where: sql`l.id = 1`, isSearch: true })
    expect((await text(stream([search], [settings]))).trim()).toBe('10min 64MB')
    expect((await database.pool.query('show work_mem')).rows).toEqual([{ work_mem: '4MB' }])
    expect(await text(stream([search], [settings], { ...few, oneOf: 100 }))).toBe('30s 4MB\r\n')
  })

  it('continues on the primary from the next row when a replica fails', async () => {
    const replica = await connect({ ...made, poolSize: 4 })
    const reader = (pool: pg.Pool) => drizzle({ pools: [pool, database.pool] } as unknown as pg.Client) as unknown as Db
    const file = stream([everyRow(newest, ROWS)], [sql`l.id || ' ' || ${WIDE}`], few, reader(replica.pool))
    let seen = ''
    file.on('data', (part: Buffer) => {
      if (!seen)
        void database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query ilike 'copy%' and state = 'active' and pid <> pg_backend_pid()`,
        )
      seen += part.toString()
    })
    await once(file, 'end')
    expect(seen.trimEnd().split('\r\n').map(Number.parseFloat)).toEqual(await inOrder())
    await replica.close()
    expect(await read(stream([everyRow(newest, ROWS)], ids, few, reader(replica.pool)))).toEqual(await inOrder())
  }, 120_000)

  it.runIf(hasPooler)('works through PgBouncer in transaction mode', async () => {
    const pooler = await startPooler(made.databaseUrl!)
    const pooled = await connect({ ...made, databaseUrl: pooler.url, databaseDirectUrl: made.databaseUrl, poolSize: 4 })
    try {
      expect(await read(stream([everyRow(newest, ROWS)], ids, few, pooled.db))).toEqual(await inOrder())
      const file = stream([slowly], ids, few, pooled.db)
      file.read()
      await vi.waitFor(async () => expect(await running()).toHaveLength(1))
      file.destroy()
      await vi.waitFor(async () => expect(await running()).toEqual([]))
    } finally {
      await pooled.close()
      await pooler.stop()
    }
  })
})
