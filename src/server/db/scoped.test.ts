import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testServer, type TestServer } from '../test/harness.ts'
import { prepared } from './prepared.ts'
import { scopedTo } from './scoped.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into states (name) values ('Lagos'), ('Oyo')`)
  await server.db.execute(sql`
    insert into cinemas (id, state_id, name) values ('01', 1, 'Ikeja'), ('02', 1, 'Lekki'), ('0"3', 2, 'Ibadan')`)
  await server.db.execute(sql`
    insert into cubes (name, cinema_id, created_at)
    select 'Cube of ' || name, id, now() from cinemas`)
})
afterAll(() => server.close())

const cubesSeen = async (cinemas: readonly string[]) => {
  const { rows } = await scopedTo(server.db, cinemas).execute<{ name: string }>(
    sql`select name from cubes order by name`,
  )
  return rows.map(({ name }) => name)
}

describe('a database limited to some cinemas', () => {
  test('shows only their rows, whatever the ID of a cinema contains', async () => {
    expect(await cubesSeen(['01'])).toEqual(['Cube of Ikeja'])
    expect(await cubesSeen(['0"3', '02'])).toEqual(['Cube of Ibadan', 'Cube of Lekki'])
    expect(await cubesSeen(['"', '\\', "'", '01"],"02'])).toEqual([])
    expect(await cubesSeen([])).toEqual([])
  })

  test('leaves nothing on the connection', async () => {
    await cubesSeen(['01'])
    const { rows } = await server.db.execute(sql`
      select current_user = session_user as same, coalesce(current_setting('marquee.cinemas', true), '') as cinemas,
        (select count(*)::int from cubes) as cubes`)
    expect(rows).toEqual([{ same: true, cinemas: '', cubes: 3 }])
  })

  test('works after a failed statement, and next to other queries', async () => {
    const scoped = scopedTo(server.db, ['02'])
    await expect(scoped.execute(sql`select 1 / 0`)).rejects.toThrow('Failed query')
    const everybodys = async () => (await server.db.execute(sql`select from cubes`)).rowCount
    const many = await Promise.all(Array.from({ length: 20 }, () => Promise.all([cubesSeen(['01']), everybodys()])))
    expect(many).toEqual(many.map(() => [['Cube of Ikeja'], 3]))
  })

  test('needs one round trip', async () => {
    await cubesSeen(['01'])
    const happened: string[] = []
    const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      happened.push('asked')
      return query.apply(this, given).finally(() => happened.push('answered'))
    } as never)
    expect(await cubesSeen(['01'])).toEqual(['Cube of Ikeja'])
    expect(happened.slice(0, happened.indexOf('answered'))).toEqual(['asked', 'asked', 'asked', 'asked'])
  })

  test('answers and changes nothing if the cinemas cannot be set', async () => {
    // No text of the database can contain this character, so setting the cinemas fails.
    const broken = scopedTo(server.db, ['01', '\0'])
    await expect(broken.execute(sql`select name from cubes`)).rejects.toThrow(/message|Failed query|encoding/)
    await expect(broken.execute(sql`update cubes set name = 'Mine'`)).rejects.toThrow(/message|Failed query|encoding/)
    expect(await cubesSeen(['01', '02', '0"3'])).toEqual(['Cube of Ibadan', 'Cube of Ikeja', 'Cube of Lekki'])
  })

  test('stays limited in a statement with a plan made for everyone', async () => {
    const count = prepared(sql`select count(*)::int as n from cubes where id > ${0}`)
    const all = async () => (await server.db.execute(count)).rows[0]
    const one = async () => (await scopedTo(server.db, ['01']).execute(count)).rows[0]
    for (let turn = 0; turn < 8; turn++) expect([await all(), await one()]).toEqual([{ n: 3 }, { n: 1 }])
  })

  test("shows audit log entries of these cinemas, and the viewer's own", async () => {
    await server.db.execute(sql`
      insert into audit_log (actor_id, actor, action, entity, entity_id, summary, cinema_ids) values
        (101, 'One', 'cubes.change', 'cube', '1', 'At one', '{01}'), (102, 'Two', 'cubes.change', 'cube', '2', 'At both', '{01,02}'),
        (102, 'Two', 'cubes.change', 'cube', '2', 'At the other', '{02}'), (102, 'Two', 'roles.edit', 'role', '1', 'Of the chain', '{}')`)
    const seen = async (cinemas: string[], person?: number) => {
      const { rows } = await scopedTo(server.db, cinemas, person).execute<{ summary: string }>(
        sql`select summary from audit_log where actor_id in (101, 102) order by id`,
      )
      return rows.map(({ summary }) => summary)
    }
    expect(await seen(['01'])).toEqual(['At one'])
    expect(await seen(['01', '02'])).toEqual(['At one', 'At both', 'At the other'])
    expect(await seen(['02'], 101)).toEqual(['At one', 'At the other'])
    expect(await seen([])).toEqual([])
    expect(await seen([], 102)).toEqual(['At both', 'At the other', 'Of the chain'])
    const { rows } = await scopedTo(server.db, ['01']).execute(
      sql`select * from audit_actions where action in ('cubes.change', 'roles.edit')`,
    )
    expect(rows).toEqual([{ action: 'cubes.change' }, { action: 'roles.edit' }])
  })

  test('shows only figures of these cinemas, and none of the chain', async () => {
    await server.db.execute(sql`
      insert into purchases (source, external_id, at, day, channel, cinema_id, kobo)
      select 'test', c, '2026-11-20 12:00Z', '2026-11-20', 'web', nullif(c, ''), 100 from unnest('{01,02,""}'::text[]) c`)
    const rows = async (table: string, cinemas: string[]) =>
      (await scopedTo(server.db, cinemas).execute(sql`select from ${sql.identifier(table)}`)).rowCount
    for (const table of ['cinema_sales_days', 'cinema_sales'])
      expect([await rows(table, ['01']), await rows(table, ['01', '02']), await rows(table, [])]).toEqual([2, 4, 0])
    for (const table of ['sales_days', 'buyer_counts', 'signup_days']) expect(await rows(table, ['01', '02'])).toBe(0)
  })

  test('rejects writes', async () => {
    const scoped = scopedTo(server.db, ['01'])
    await expect(scoped.execute(sql`update cubes set name = 'Mine'`)).rejects.toThrow('Failed query')
    await expect(scoped.execute(sql`insert into states (name) values ('Kwara')`)).rejects.toThrow('Failed query')
  })

  test('hides columns with sums of all cinemas', async () => {
    await server.db.execute(sql`delete from payments`)
    await server.db.execute(sql`
      insert into payments (reference, at, is_customer, status, cinema_id)
      values ('R-01', now(), false, 'succeeded', '01'), ('R-02', now(), false, 'succeeded', '02'), ('R-all', now(), false, 'succeeded', null)`)
    await server.db.execute(sql`
      insert into reconciliations (day, provider, state, started_at, started_by) values
        ('2026-11-20', 'embedded', 'done', now(), 'Marquee'), ('2026-11-21', 'embedded', 'done', now(), 'Marquee')`)
    await server.db.execute(sql`
      insert into reconciliation_mismatches (day, provider, kind, reference, payment_id, found_at)
      select '2026-11-20', 'embedded', 'amount', reference, id, now() from payments`)
    const scoped = scopedTo(server.db, ['01'])
    const seen = async (statement: ReturnType<typeof sql>) => (await scoped.execute(statement)).rows
    expect(await seen(sql`select reference from payments`)).toEqual([{ reference: 'R-01' }])
    expect(await seen(sql`select id::text from searched_payments where search_text like '%r%'`)).toHaveLength(1)
    expect(await seen(sql`select cinema_id, count::int from payment_cinema_days where count > 0`)).toEqual([
      { cinema_id: '01', count: 1 },
    ])
    expect(await seen(sql`select reference from reconciliation_mismatches`)).toEqual([{ reference: 'R-01' }])
    expect(await seen(sql`select day::text from reconciliations`)).toEqual([{ day: '2026-11-20' }])
    await expect(scoped.execute(sql`select ours from reconciliations`)).rejects.toThrow('Failed query')
    await expect(scoped.execute(sql`select * from reconciliations`)).rejects.toThrow('Failed query')
  })

  test('shows nothing of a table without a policy', async () => {
    const tables = await server.db.execute<{ name: string }>(sql`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not exists (select from pg_policy where polrelid = pg_class.oid)`)
    expect(tables.rows.length).toBeGreaterThan(60)
    const scoped = scopedTo(server.db, ['01'])
    for (const { name } of tables.rows)
      expect([name, (await scoped.execute(sql`select from ${sql.identifier(name)} limit 1`)).rowCount]).toEqual([
        name,
        0,
      ])
    const open = await server.db.execute(sql`
      select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity`)
    expect(open.rows).toEqual([])
  })
})
