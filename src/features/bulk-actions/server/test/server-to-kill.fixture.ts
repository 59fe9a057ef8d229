/**
 * A server that goes on with a bulk action when it is told to. In the middle of the n-th row that it changes its process
 * ends as `kill -9` ends it.
 */
import pg from 'pg'
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { work } from '../work.ts'

export type Order = {
  databaseUrl: string
  dataDir: string
  /** 0: never. */
  killAt: number
}

const { databaseUrl, dataDir, killAt } = JSON.parse(process.argv[2]!) as Order
const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const { app, begun } = await start(env, { jobs: { send: async () => {}, stop: async () => {} } })
await begun

let isDoing = false
let changed = 0
const query = pg.Client.prototype.query as (...told: unknown[]) => Promise<unknown>
pg.Client.prototype.query = function (this: pg.Client, ...told: unknown[]) {
  const [asked] = told as [string | { text: string }]
  const answer = query.apply(this, told)
  const isLine = /^\s*insert into "audit_log"/.test(typeof asked === 'string' ? asked : asked.text)
  if (isDoing && isLine && ++changed === killAt) void answer.then(() => process.kill(process.pid, 'SIGKILL'))
  return answer
} as typeof pg.Client.prototype.query

process.on('message', async ({ id, state }: { id: number; state: string }) => {
  isDoing = state === 'running'
  while (await work(app, id, 20_000));
  process.send!('done')
})
// Not longer than who started it.
process.once('disconnect', () => process.exit())
process.send!('ready')
