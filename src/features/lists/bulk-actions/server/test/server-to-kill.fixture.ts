/**
 * A server that goes on with a bulk action when it is told to. In the middle of the n-th row that it changes it
 * stops, and waits for its end.
 */
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { stopAt } from '#server/test/stop-at.ts'
import { work } from '../work.ts'

export type Order = {
  databaseUrl: string
  dataDir: string
  /** 0: never. */
  stopAfter: number
}

const { databaseUrl, dataDir, stopAfter } = JSON.parse(process.argv[2]!) as Order
const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const { app, begun } = await start(env, { jobs: { send: async () => {}, stop: async () => {} } })
await begun

process.on('message', async ({ id, state }: { id: number; state: string }) => {
  if (state === 'running' && stopAfter) stopAt(/^\s*insert into "audit_log"/, stopAfter, () => process.send!('stopped'))
  while (await work(app, id, 20_000));
  process.send!('done')
})
// Not longer than who started it.
process.once('disconnect', () => process.exit())
process.send!('ready')
