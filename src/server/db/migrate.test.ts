import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogOf } from '../test/catalog.ts'
import { openTestDatabase } from '../test/database.ts'
import type { Database } from './connect.ts'
import { VERSION } from '../version.ts'
import { migrate } from '#app/migrate.ts'
import { migrationStatus } from './migrate.ts'

let database: Database
beforeEach(async () => void (database = await openTestDatabase()))
afterEach(() => database.close())

const run = (query: string, values: unknown[] = []) => database.pool.query(query, values)
const steps = async () => {
  const applied: string[] = []
  await migrate(database.pool, (step) => applied.push(step))
  return applied
}
const ROUTINES = 'functions, triggers and views'

describe('a database of other migration files', () => {
  const LATER = '0999_of_the_next_release.sql'

  /** Expects an error without a change. */
  const expectRefused = async (reason: string) => {
    const before = await catalogOf(database.pool)
    await expect(steps()).rejects.toThrow(reason)
    await expect(migrationStatus(database.pool)).rejects.toThrow(reason)
    expect(await catalogOf(database.pool)).toBe(before)
  }
  const beforeRelease = (file: string) =>
    `The database was made before the first release of Marquee, by a version with another ${file}, and cannot be used. Start on an empty database or in a new data folder: \`npm start\` loads the demo there.`

  it('is rejected if a later version created it', async () => {
    await run('insert into migrations (file, hash) values ($1, $2)', [LATER, ''])
    await expectRefused(
      `The database was made by a later version of Marquee: it has ${LATER}, which version ${VERSION} does not know. Use the version that made it, or a later one.`,
    )
  })

  it('is rejected if created before the first release: changed text, missing files, no hashes', async () => {
    await run(`update migrations set hash = 'of another text'`)
    await expectRefused(beforeRelease('0001_schema.sql'))
    await run(`update migrations set file = '0001_first_release.sql'`)
    await expectRefused(beforeRelease('0001_first_release.sql'))
    await run('alter table migrations drop column hash')
    await expectRefused(beforeRelease('0001_first_release.sql'))
  })

  it('shows pending files without a change', async () => {
    const [applied] = await migrationStatus(database.pool)
    expect(applied).toMatchObject({ file: '0001_schema.sql', at: expect.any(Date) })
    await run('drop table migrations')
    expect((await migrationStatus(database.pool)).every(({ at }) => !at)).toBe(true)
    expect((await run(`select to_regclass('migrations') as made`)).rows).toEqual([{ made: null }])
  })
})

describe('functions, triggers and views', () => {
  const applied = async () => (await run(`select value from settings where key = 'routines'`)).rows[0].value

  it('are created again after a change; those without a file are dropped, those of others stay', async () => {
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
