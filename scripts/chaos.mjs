/** `npm run chaos`: what comes after `--` goes to chaos/run.ts. */
import { ensureInstalled, run } from './node.mjs'

ensureInstalled()
process.exit(await run(['chaos/run.ts', ...process.argv.slice(2)]))
