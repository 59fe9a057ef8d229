/** Serves the API until the n-th statement of the feed has been answered, then ends the process as `kill -9` does. */
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { stopAt } from '#server/test/stop-at.ts'

export type Order = { databaseUrl?: string; dataDir: string; killAt: number }

const OF_THE_FEED = /^\s*(insert into (?!sessions|settings)|delete from|update (?!feed_keys)|commit)/

const { databaseUrl, dataDir, killAt } = JSON.parse(process.argv[2]!) as Order
const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const { address, begun } = await start(env, { jobs: { send: async () => {}, stop: async () => {} } })
await begun

stopAt(OF_THE_FEED, killAt, () => process.kill(process.pid, 'SIGKILL'))

process.stdout.write(`${address}\n`)
