/**
 * A server that sends reports when it is told to. When it has written down the n-th recipient, its process ends as `kill -9`
 * ends it, before that is committed.
 */
import pg from 'pg'
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { sendReports } from '../due.ts'

export type Order = { databaseUrl: string; dataDir: string; now: string; /** 0: never. */ killAt: number }

const { databaseUrl, dataDir, now, killAt } = JSON.parse(process.argv[2]!) as Order
const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const jobs = { send: async () => {}, stop: async () => {} }
const { app, begun } = await start(env, { jobs, clock: { now: () => new Date(now) } })
await begun

let inserted = 0
const query = pg.Client.prototype.query as (...told: unknown[]) => Promise<unknown>
pg.Client.prototype.query = function (this: pg.Client, ...told: unknown[]) {
  const [asked] = told as [string | { text: string }]
  const answer = query.apply(this, told)
  const isSending = /^\s*insert into "report_sendings"/.test(typeof asked === 'string' ? asked : asked.text)
  if (isSending && ++inserted === killAt) void answer.then(() => process.kill(process.pid, 'SIGKILL'))
  return answer
} as typeof pg.Client.prototype.query

process.on('message', async () => {
  await sendReports.run(app, {})
  process.send!('done')
})
// Not longer than who started it.
process.once('disconnect', () => process.exit())
process.send!('ready')
