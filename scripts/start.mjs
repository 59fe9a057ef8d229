/** `npm start`: whatever is missing is installed and built, then the server runs until Ctrl-C or SIGTERM. */
import { buildIfNeeded } from './build.mjs'
import { keepRunning } from './keep.mjs'
import { ensureInstalled } from './node.mjs'

ensureInstalled()
await buildIfNeeded()
// Whoever tries it wants to see the address, not every request; with a PostgreSQL of its own it is being operated.
const quiet = !process.env.LOG_LEVEL && !process.env.DATABASE_URL
process.exit(await keepRunning(['dist/server/main.js'], { env: quiet ? { LOG_LEVEL: 'warn' } : {} }))
