/**
 * A server that goes on making codes when it is told to. When the n-th part of them has been inserted it
 * stops, before they are committed, and waits for its end.
 */
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { stopAt } from '#server/test/stop-at.ts'
import { makeCodes } from '../making.ts'

export type Order = {
  databaseUrl: string
  dataDir: string
  /** 0: never. */
  stopAfter: number
}

const { databaseUrl, dataDir, stopAfter } = JSON.parse(process.argv[2]!) as Order
const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const wanted: (() => Promise<void>)[] = []
const { app, begun } = await start(env, {
  jobs: {
    send: async (job, payload) => {
      if (job.name === makeCodes.name) wanted.push(() => job.run(app, payload))
    },
    stop: async () => {},
  },
})

await begun

if (stopAfter) stopAt(/^\s*insert into vouchers/, stopAfter, () => process.send!('stopped'))

process.on('message', async () => {
  for (const run of wanted.splice(0)) await run()
  process.send!('done')
})
// Not longer than who started it.
process.once('disconnect', () => process.exit())
process.send!('ready')
