import { readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogOf } from '../test/catalog.ts'
import { openTestDatabase } from '../test/database.ts'
import type { Database } from './connect.ts'
import { VERSION } from '../version.ts'
import { migrate, migrationStatus } from './migrate.ts'

let database: Database
beforeEach(async () => void (database = await openTestDatabase()))
afterEach(() => database.close())

const run = (query: string, values: unknown[] = []) => database.pool.query(query, values)
const steps = async () => {
  const taken: string[] = []
  await migrate(database.pool, (step) => taken.push(step))
  return taken
}
const FIRST_RELEASE = new URL('../../../migrations/0001_first_release.sql', import.meta.url)
/** As the last of the old files left it: the first release's tables, and no word of it. */
const asBeforeTheFirstRelease = async (lastFile: string) => {
  await run('drop schema public cascade; create schema public')
  await run(await readFile(FIRST_RELEASE, 'utf8'))
  await run('create table migrations (file text primary key, at timestamptz not null default now())')
  await run(`insert into migrations (file) values ('0001_platform.sql'), ($1)`, [lastFile])
}
const laterFiles = async () => {
  const files = await readdir(new URL('.', FIRST_RELEASE))
  return files.filter((file) => !FIRST_RELEASE.pathname.endsWith(file)).sort()
}
const ROUTINES = 'functions, triggers and views'

describe('the database', () => {
  /** Whoever changes a migration or a routine on purpose has it written anew with `vitest -u`, and commits what changed. */
  it('is what catalog.txt says', async () => {
    await expect(await catalogOf(database.pool)).toMatchFileSnapshot('catalog.txt')
  })

  it('of before the first release is taken over with all it holds, and its routines are as they are now', async () => {
    const before = await catalogOf(database.pool)
    await asBeforeTheFirstRelease('0070_aliases.sql')
    await run(`insert into states (name) values ('Kwara')`)
    await run(`create or replace function counting() returns void language sql as 'select'`)
    await run(`create function of_old() returns trigger language plpgsql as 'begin return null; end'`)
    await run('create trigger of_old after insert on states execute function of_old()')
    expect(await steps()).toEqual([...(await laterFiles()), ROUTINES])
    expect(await catalogOf(database.pool)).toBe(before)
    expect((await run(`select name from states`)).rows).toEqual([{ name: 'Kwara' }])
    expect(await steps()).toEqual([])
  })

  it('that stopped at an older file is refused with what to do, and stays as it was', async () => {
    await asBeforeTheFirstRelease('0042_merchandise_days.sql')
    const before = await catalogOf(database.pool)
    await expect(steps()).rejects.toThrow(
      'The database is from before the first release and stopped at 0042_merchandise_days.sql: start the last version before the first release on it once, which brings it to 0070_aliases.sql, and then this one',
    )
    expect(await catalogOf(database.pool)).toBe(before)
    expect((await run('select file from migrations order by file')).rows).toHaveLength(2)
  })
})

describe('a database that other files made', () => {
  const NEWER = '0999_of_the_next_release.sql'

  it('is refused when a newer version made it, and stays as it was', async () => {
    await run('insert into migrations (file) values ($1)', [NEWER])
    const before = await catalogOf(database.pool)
    const why = `The database was made by another version of Marquee: it has ${NEWER}, which version ${VERSION} does not know. Start the version that made it, or a later one`
    await expect(steps()).rejects.toThrow(why)
    await expect(migrationStatus(database.pool)).rejects.toThrow(why)
    expect(await catalogOf(database.pool)).toBe(before)
  })

  it('is refused when a file was changed since, by its name', async () => {
    await run(`update migrations set hash = 'of another text' where file = '0002_first_shown.sql'`)
    await expect(steps()).rejects.toThrow(
      'The file migrations/0002_first_shown.sql is not the one that this database was made with',
    )
  })

  it('has the hashes of its files from its first start by a version that keeps them', async () => {
    await run('alter table migrations drop column hash')
    expect((await migrationStatus(database.pool)).every(({ at }) => at instanceof Date)).toBe(true)
    expect(await steps()).toEqual([])
    expect((await run('select file from migrations where hash is null')).rows).toEqual([])
    expect((await run('select distinct length(hash) from migrations')).rows).toEqual([{ length: 64 }])
  })

  it('is shown with what is pending, and not changed by that', async () => {
    await run(`delete from migrations where file = '0040_single_sign_on.sql'`)
    const pending = (await migrationStatus(database.pool)).filter(({ at }) => !at)
    expect(pending).toEqual([{ file: '0040_single_sign_on.sql', at: undefined }])
    await run('drop table migrations')
    expect((await migrationStatus(database.pool)).every(({ at }) => !at)).toBe(true)
    expect((await run(`select to_regclass('migrations') as made`)).rows).toEqual([{ made: null }])
  })
})

describe('functions, triggers and views', () => {
  const applied = async () => (await run(`select value from settings where key = 'routines'`)).rows[0].value

  it('are made anew when a file has changed; what no file has any more is gone, what others made stays', async () => {
    const before = await catalogOf(database.pool)
    await run(`create function of_a_file() returns int language sql as 'select 1'`)
    await run('drop function note_guests() cascade')
    const { made: all } = await applied()
    await run(`update settings set value = $1 where key = 'routines'`, [
      JSON.stringify({ hash: 'of other files', made: [...all, 'function if exists of_a_file()'] }),
    ])
    expect(await steps()).toEqual([ROUTINES])
    expect(await catalogOf(database.pool)).toBe(before)
    expect((await applied()).made).toEqual(all)

    await run('create view of_the_accountants as select count(*) from purchases')
    await run(`update settings set value = jsonb_set(value, '{hash}', '"of other files"') where key = 'routines'`)
    expect(await steps()).toEqual([ROUTINES])
    expect((await run('select * from of_the_accountants')).rows).toEqual([{ count: 0 }])
  })
})
