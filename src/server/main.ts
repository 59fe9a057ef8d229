import path from 'node:path'
import { parseEnv } from './env.ts'
import { start } from './start.ts'

const webDir = path.resolve(import.meta.dirname, '../../dist/web')

try {
  const env = parseEnv(process.env)
  const started = await start(env, { webDir, onStep: (what) => console.log(`  ${what}`) })
  console.log(`\n  Marquee is at ${started.app.origin}`)
  if (env.demo) console.log('  Sign in as superadmin@marquee.example with the password marquee-demo')
  console.log('')
  stopOnSignal(started.close)
} catch (error) {
  console.error(`Marquee cannot start: ${(error as Error).message}`)
  process.exit(1)
}

/** Ctrl-C and SIGTERM finish the running requests and close the database; a second signal does not wait. */
function stopOnSignal(close: () => Promise<void>) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (stopping) process.exit(130)
      stopping = true
      console.log('Finishing what is running …')
      await close()
      process.exit(0)
    })
}
