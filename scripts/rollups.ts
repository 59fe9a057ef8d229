/**
 * `npm run rollups:check` counts the roll-ups of the figures anew from the raw rows and says each difference;
 * `npm run rollups:rebuild` repairs what differs while the server goes on. Settings are the server's. Exit code 1: there
 * are differences (that are left); 2: it could not be done.
 */
import { check, type Difference } from '#features/operations/rollups/server/check.ts'
import { rebuildDays } from '#app/day-zone.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { parseEnv } from '#server/env.ts'
import { command } from './command.ts'

const describe = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
const report = ({ table, key, stored, counted }: Difference) =>
  console.log(
    `  ${[table, describe(key)].filter(Boolean).join(', ')}: stored ${describe(stored)}; counted ${describe(counted)}`,
  )

/** @returns whether what is kept is what was counted */
async function run(what: string | undefined): Promise<boolean> {
  const env = parseEnv(process.env)
  const database = await connect(env)
  try {
    await migrate(database.pool)
    if (what === 'rebuild') {
      const { found, left } = await rebuildDays(database, env)
      found.forEach(report)
      console.log(found.length ? `${found.length - left.length} of ${found.length} repaired` : 'No differences')
      return !left.length
    }
    const found = await check(database, env.dayZone)
    found.forEach(report)
    console.log(found.length ? `${found.length} differences: npm run rollups:rebuild repairs them` : 'No differences')
    return !found.length
  } finally {
    await database.close()
  }
}

await command(async () => ((await run(process.argv[2])) ? 0 : 1), 2)
