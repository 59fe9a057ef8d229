/**
 * `npm run dev`: the server restarts when its source changes, and the browser takes over changes of the web
 * application as they are saved. The page comes from Vite, which sends calls on to the server.
 */
import { ensureInstalled, start } from './node24.mjs'

const WEB_PORT = 5173
ensureInstalled()

const port = process.env.PORT || '4400'
const address = `http://127.0.0.1:${WEB_PORT}`
const env = { PORT: port, LOG_LEVEL: process.env.LOG_LEVEL || 'warn', PUBLIC_URL: process.env.PUBLIC_URL || address }
console.log(`\n  Open ${address} (the server behind it is at port ${port})\n`)
const both = [
  start(['--watch', '--watch-preserve-output', 'src/server/main.ts'], { env }),
  start(
    [
      'node_modules/vite/bin/vite.js',
      '--configLoader',
      'native',
      '--host',
      '127.0.0.1',
      '--port',
      `${WEB_PORT}`,
      '--strictPort',
      '--clearScreen',
      'false',
    ],
    { env },
  ),
]
// One without the other is of no use: the first that ends takes the other along.
const code = await Promise.race(both.map(({ done }) => done))
for (const { child } of both) child.kill('SIGTERM')
await Promise.all(both.map(({ done }) => done))
process.exit(code)
