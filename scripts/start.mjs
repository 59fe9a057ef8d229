/** `npm start`: whatever is missing is installed and built, then the server runs until Ctrl-C or SIGTERM. */
import { buildIfNeeded } from './build.mjs'
import { keepRunning } from './supervise.mjs'
import { ensureInstalled } from './node.mjs'

ensureInstalled()
await buildIfNeeded()
// Whoever tries it wants to see the address, not every request; with a PostgreSQL of its own it is being operated.
const isSilent = !process.env.LOG_LEVEL && !process.env.DATABASE_URL
// Threads that each keep memory of their own to be quick keep tens of megabytes that nobody uses.
const MALLOC_ARENA_MAX = process.env.MALLOC_ARENA_MAX || '2'
const env = { MALLOC_ARENA_MAX, ...(isSilent && { LOG_LEVEL: 'warn' }) }
process.exit(await keepRunning(['dist/server/main.js'], { env }))
