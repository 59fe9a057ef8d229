/** `npm run fuzz`: what comes after `--` goes to fuzz/run.ts. */
import { ensureInstalled, run } from './node.mjs'

ensureInstalled()
process.exit(await run(['fuzz/run.ts', ...process.argv.slice(2)]))
