/**
 * `npm run dev`: the server restarts when its source changes, and the browser takes over changes of the web
 * application as they are saved. The page comes from Vite, which sends calls on to the server.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureInstalled, start } from './node.mjs'

const ADDRESS = 'http://127.0.0.1:5173'
ensureInstalled()

const port = process.env.PORT || '4400'
const env = {
  NODE_ENV: 'development',
  PORT: port,
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  PUBLIC_URL: process.env.PUBLIC_URL || ADDRESS,
}
const server = start(['--watch', '--watch-preserve-output', 'src/app/main.ts'], { env })
await Promise.race([server.done, answers(`http://127.0.0.1:${port}/api/health/live`)])
const vite = ['--configLoader', 'native', '--host', '127.0.0.1', '--port', new URL(ADDRESS).port, '--strictPort']
const web = start(['node_modules/vite/bin/vite.js', ...vite, '--clearScreen', 'false'], { env })

// One without the other is of no use: the first that ends takes the other along.
const code = await Promise.race([server.done, web.done])
for (const { child } of [server, web]) child.kill('SIGTERM')
await Promise.all([server.done, web.done])
process.exit(code)

/** Whatever it says: a server that does not start says why by itself, and starts again when its source changes. */
async function answers(address) {
  for (let tries = 0; tries < 300; tries++) {
    if (await fetch(address).catch(() => undefined)) return
    await sleep(200)
  }
}
