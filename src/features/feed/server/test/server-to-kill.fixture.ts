/** Serves the API until the n-th statement of the feed has been answered; then the process ends as `kill -9` ends it. */
import pg from 'pg'
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'

export type Order = { databaseUrl?: string; dataDir: string; killAt: number }

const OF_THE_FEED = /^\s*(insert into (?!sessions|settings)|delete from|update (?!feed_keys)|commit)/

const { databaseUrl, dataDir, killAt } = JSON.parse(process.argv[2]!) as Order
const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const { address, begun } = await start(env, { jobs: { send: async () => {}, stop: async () => {} } })
await begun

let statements = 0
const query = pg.Client.prototype.query as (...told: unknown[]) => Promise<unknown>
pg.Client.prototype.query = function (this: pg.Client, ...told: unknown[]) {
  const [asked] = told as [string | { text: string }]
  const answer = query.apply(this, told)
  const isOfTheFeed = OF_THE_FEED.test(typeof asked === 'string' ? asked : asked.text)
  if (isOfTheFeed && ++statements === killAt) void answer.then(() => process.kill(process.pid, 'SIGKILL'))
  return answer
} as typeof pg.Client.prototype.query

process.stdout.write(`${address}\n`)
