/** The server on the database of the measurement. Outside of the demo it takes no schedule of the embedded point of sale: here it does, each time it is told to. Its argument is the address of the push service. */
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { start } from '#app/start.ts'
import { parseEnv } from '#server/env.ts'

const [, , fcm] = process.argv
const started = await start(parseEnv(process.env, { addresses: { fcm } }))
await started.begun
process.on('message', async () => {
  const since = performance.now()
  process.send!({ reason: await syncSchedule(started.app), ms: performance.now() - since })
})
process.once('disconnect', async () => {
  await started.close()
  process.exit(0)
})
process.send!(started.address)
