/** `npm start`: whatever is missing is installed and built, then the server runs until Ctrl-C or SIGTERM. */
import { buildIfNeeded } from './build.mjs'
import { ensureInstalled, run } from './node24.mjs'

ensureInstalled()
await buildIfNeeded()
process.exit(await run(['src/server/main.ts']))
