/**
 * A server whose sending is started by hand, as messages say: `run` sends all that is due, `pass` moves its clock. After
 * the n-th push that was accepted the process ends as `kill -9` ends it, with others on their way.
 */
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'
import { sendPushes } from '../jobs.ts'

export type Order = {
  databaseUrl?: string
  dataDir: string
  account: string
  fcmUrl: string
  /** 0: never. */
  killAt: number
  /** Where its clock stands. */
  at: string
}
export type Command = { run: true } | { pass: number }

const { databaseUrl, dataDir, account, fcmUrl, killAt, at } = JSON.parse(process.argv[2]!) as Order
let now = new Date(at)
let isWantedAgain = false
const { app, begun } = await start(
  parseEnv(
    {
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      FCM_SERVICE_ACCOUNT: account,
    },
    { addresses: { fcm: fcmUrl } },
  ),
  {
    clock: { now: () => now },
    jobs: {
      send: async (_, __, { startAfter } = {}) => {
        // What is due later is asked for by hand.
        if (!startAfter) isWantedAgain = true
      },
      stop: async () => {},
    },
  },
)

await begun

const { push } = app
let accepted = 0
app.push = {
  ...push,
  send: async (...args) => {
    const answer = await push.send(...args)
    if (++accepted === killAt) process.kill(process.pid, 'SIGKILL')
    return answer
  },
}

process.on('message', async (command: Command) => {
  if ('pass' in command) now = new Date(now.getTime() + command.pass)
  else
    do {
      isWantedAgain = false
      await sendPushes.run(app, {})
    } while (isWantedAgain)
  process.send!('done')
})
// Not longer than who started it.
process.once('disconnect', () => process.exit())
process.send!('ready')
