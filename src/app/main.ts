import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnv, unknownSettings } from '#server/env.ts'
import { inRoot } from '#server/root.ts'
import { VERSION } from '#server/version.ts'
import { open } from './open.ts'

/** The built web application; in development there is none, and Vite serves it. */
const dist = inRoot('dist/web')
const webDir = existsSync(path.join(dist, 'index.html')) ? dist : undefined
const SAME_SIGNAL_MS = 1000
/** Levels, as the log has them. */
const [INFO, FATAL] = [30, 60]

// A terminal that has gone must not keep the database from being closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** On a terminal as it stands; elsewhere as a line of the log, at any LOG_LEVEL: programs look there for the address. */
const say = (text: string, level = INFO) => {
  const to = level === FATAL ? process.stderr : process.stdout
  const line = { level, time: Date.now(), pid: process.pid, hostname: os.hostname(), msg: text.trim() }
  if (to.isTTY) to.write(`${text}\n`)
  else if (line.msg) to.write(`${JSON.stringify(line)}\n`)
}

/** Until it runs there is nothing to finish: what a stop cuts off is rolled back, and goes on at the next start. */
let close = async () => {}
stopOnSignal(() => close())
try {
  say(`\n  Marquee ${VERSION}, Node ${process.version}`)
  const env = parseEnv(process.env)
  for (const name of unknownSettings(process.env)) say(`  ${name} is not a Marquee setting and has no effect`)
  const opened = await open(env)
  const { start } = await import('./start.ts')
  const started = await start(env, { opened, webDir, onStep: (what) => say(`  ${what}`) })
  close = started.close
  await started.begun
  say(`\n  Marquee is at ${started.app.origin}`)
  if (started.hasDemo)
    say(`  Sign in as superadmin@marquee.example with the password marquee-demo
  (also admin@marquee.example and editor@marquee.example, same password)`)
  say('')
} catch (error) {
  say(`Marquee cannot start: ${(error as Error).message}`, FATAL)
  process.exit(1)
}

/**
 * Ctrl-C and SIGTERM finish the running requests and close the database; a second one does not wait. One Ctrl-C arrives
 * up to three times: from the terminal, from npm and from the script that npm runs.
 */
function stopOnSignal(close: () => Promise<void>) {
  let since: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (since) {
        if (Date.now() - since > SAME_SIGNAL_MS) process.exit(130)
        return
      }
      since = Date.now()
      say('Finishing running requests …')
      await close()
      process.exit(0)
    })
}
