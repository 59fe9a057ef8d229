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

describe('a database that other files made', () => {
  const LATER = '0999_of_the_next_release.sql'

  /** Nothing of it is changed. */
  const expectRefused = async (reason: string) => {
    const before = await catalogOf(database.pool)
    await expect(steps()).rejects.toThrow(reason)
    await expect(migrationStatus(database.pool)).rejects.toThrow(reason)
    expect(await catalogOf(database.pool)).toBe(before)
  }
  const beforeRelease = (file: string) =>
    `The database was made before the first release of Marquee, by a version with another ${file}, and cannot be used. Start on an empty database or in a new data folder: \`npm start\` loads the demo there.`

  it('is refused when a later version made it', async () => {
    await run('insert into migrations (file, hash) values ($1, $2)', [LATER, ''])
    await expectRefused(
      `The database was made by a later version of Marquee: it has ${LATER}, which version ${VERSION} does not know. Use the version that made it, or a later one.`,
    )
  })

  it('is refused when it is from before the first release: of another text, of files that are gone, without hashes', async () => {
    await run(`update migrations set hash = 'of another text'`)
    await expectRefused(beforeRelease('0001_schema.sql'))
    await run(`update migrations set file = '0001_first_release.sql'`)
    await expectRefused(beforeRelease('0001_first_release.sql'))
    await run('alter table migrations drop column hash')
    await expectRefused(beforeRelease('0001_first_release.sql'))
  })

  it('is shown with what is pending, and not changed by that', async () => {
    const [applied] = await migrationStatus(database.pool)
    expect(applied).toMatchObject({ file: '0001_schema.sql', at: expect.any(Date) })
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
