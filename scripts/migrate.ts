/**
 * `npm run migrate` brings the database up to date, as the server does at its start; `npm run migrate:status` says what is
 * applied and what is not. Settings are the server's. Exit code 1: something is pending; 2: it could not be done.
 */
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { migrationStatus } from '#server/db/migrate.ts'
import { parseEnv } from '#server/env.ts'
import { command } from './command.ts'

/** @returns whether the database is up to date */
async function run(what: string | undefined): Promise<boolean> {
  const database = await connect(parseEnv({ ...process.env, DEMO: 'off' }))
  try {
    if (what === 'status') {
      const all = await migrationStatus(database.pool)
      for (const { file, at } of all) console.log(`  ${file}  ${at ? `applied ${at.toISOString()}` : 'pending'}`)
      return all.every(({ at }) => at)
    }
    let steps = 0
    await migrate(database.pool, (step) => {
      steps++
      console.log(`  ${step}`)
    })
    console.log(steps ? 'The database is up to date' : 'The database was already up to date')
    return true
  } finally {
    await database.close()
  }
}

await command(async () => ((await run(process.argv[2])) ? 0 : 1), 2)
