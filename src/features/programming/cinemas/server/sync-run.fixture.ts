/** Takes the whole schedule of a Vista Connect into a database, going on with the run that it finds there. */
import { connect } from '#server/db/connect.ts'
import type { VistaSettings } from '#server/env.ts'
import { vistaPointOfSale } from '#server/integrations/pos/vista.ts'
import { syncSchedule } from './sync.ts'

export type SyncOrder = { databaseUrl?: string; dataDir: string; vista: VistaSettings; zone: string; now: string }

const { vista, zone, now, ...at } = JSON.parse(process.argv[2]!) as SyncOrder
const clock = { now: () => new Date(now) }
const { db, close } = await connect(at)
const pos = vistaPointOfSale(vista, zone, clock, { wait: async () => {} })
while (await syncSchedule({ db, pos, clock, env: { zone } }));
await close()
