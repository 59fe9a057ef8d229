/**
 * A server that goes on making codes when it is told to. When the n-th part of them has been inserted, its process ends as
 * `kill -9` ends it, before they are committed.
 */
import pg from 'pg'
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { makeCodes } from '../making.ts'

export type Order = {
  databaseUrl: string
  dataDir: string
  /** 0: never. */
  killAt: number
}

const { databaseUrl, dataDir, killAt } = JSON.parse(process.argv[2]!) as Order
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

let inserted = 0
const query = pg.Client.prototype.query as (...told: unknown[]) => Promise<unknown>
pg.Client.prototype.query = function (this: pg.Client, ...told: unknown[]) {
  const [asked] = told as [string | { text: string }]
  const answer = query.apply(this, told)
  const isOfCodes = /^\s*insert into vouchers/.test(typeof asked === 'string' ? asked : asked.text)
  if (isOfCodes && ++inserted === killAt) void answer.then(() => process.kill(process.pid, 'SIGKILL'))
  return answer
} as typeof pg.Client.prototype.query

process.on('message', async () => {
  for (const run of wanted.splice(0)) await run()
  process.send!('done')
})
// Not longer than who started it.
process.once('disconnect', () => process.exit())
process.send!('ready')
