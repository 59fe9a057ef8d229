/** Restores an archive, and kills itself at a given progress message. */
import { restore } from '#app/backup.ts'
import { parseEnv } from '../../env.ts'

export type RestoreOrder = { databaseUrl: string | undefined; dataDir: string; archive: string; killAt: string }

const order = JSON.parse(process.argv[2]!) as RestoreOrder
process.send!('started')
const env = parseEnv({ DEMO: 'off', DATABASE_URL: order.databaseUrl, DATA_DIR: order.dataDir })
await restore(env, order.archive, (text) => {
  if (text === order.killAt) process.kill(process.pid, 'SIGKILL')
})
