import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from '#features/operations/rollups/server/check.ts'
import { connect } from '#server/db/connect.ts'
import type { World } from './world.ts'

/** The zone of the demo chain. */
const ZONE = 'Africa/Lagos'

/** What must hold whatever was done: roll-ups are what their rows add up to, the standby has what the primary has. */
export async function consistencyFaults(world: World): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-chaos-check-'))
  const database = await connect({ databaseUrl: world.primaryUrl(), dataDir })
  try {
    const differences = await check(database, ZONE)
    return differences.map((difference) => `A roll-up differs: ${JSON.stringify(difference)}`)
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
