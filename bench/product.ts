/** The server itself on the database of the measurement; tells its parent where it is, and ends with it. */
import { parseEnv } from '#server/env.ts'
import { start } from '#app/start.ts'

const started = await start(parseEnv(process.env))
await started.begun
process.once('disconnect', async () => {
  await started.close()
  process.exit(0)
})
process.send!(started.address)
