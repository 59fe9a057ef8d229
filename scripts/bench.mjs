/** `npm run bench`: measures against bench/budgets.json. `npm run bench -- web` and other words go to bench/run.ts. */
import { ensureInstalled, run } from './node.mjs'

ensureInstalled()
process.exit(await run(['bench/run.ts', ...process.argv.slice(2)]))
