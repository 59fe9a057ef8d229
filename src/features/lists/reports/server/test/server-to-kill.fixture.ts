/**
 * A server that sends reports when it is told to. When it has written down the n-th recipient it stops, before that is
 * committed, and waits for its end.
 */
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { stopAt } from '#server/test/stop-at.ts'
import { sendReports } from '../due.ts'

export type Order = { databaseUrl: string; dataDir: string; now: string; /** 0: never. */ stopAfter: number }

const { databaseUrl, dataDir, now, stopAfter } = JSON.parse(process.argv[2]!) as Order
const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const jobs = { send: async () => {}, stop: async () => {} }
const { app, begun } = await start(env, { jobs, clock: { now: () => new Date(now) } })
await begun

if (stopAfter) stopAt(/^\s*insert into "report_sendings"/, stopAfter, () => process.send!('stopped'))

process.on('message', async () => {
  await sendReports.run(app, {})
  process.send!('done')
})
// Not longer than who started it.
process.once('disconnect', () => process.exit())
process.send!('ready')
