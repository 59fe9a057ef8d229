/** `npm run bench -- NAME`: measures against bench/budgets.json (bench/run.ts). */
import { ensureInstalled, run } from './node.mjs'

ensureInstalled()
process.exit(await run(['bench/run.ts', ...process.argv.slice(2)]))
