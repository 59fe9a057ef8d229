/** The server from its sources, with vendors on this machine. Its argument has their addresses, as JSON. */
import path from 'node:path'
import { start } from '#app/start.ts'
import { parseEnv } from '#server/env.ts'
import { root } from './server.ts'

const env = parseEnv(process.env, { addresses: JSON.parse(process.argv[2]!) })
const { app, begun, close } = await start(env, { webDir: path.join(root, 'dist/web') })
await begun
console.log(`Marquee is at ${app.origin}`)
process.once('SIGTERM', async () => {
  await close()
  process.exit(0)
})
