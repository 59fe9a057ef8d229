import { seconds, start } from './node.mjs'

/** One that dies again so soon after its start would do so for ever. */
const EARLY_MS = 10_000
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs the server, and once more whenever a signal ended it that nobody sent to stop it: a crash, or the machine being
 * out of memory. A server that ends by itself has said why and is not started again.
 * @returns its exit code in the end
 */
export async function keepRunning(args, options) {
  for (let tries = 1; ; tries++) {
    const since = Date.now()
    const { child, done } = start(args, options)
    const code = await done
    const signal = child.signalCode
    if (!signal || child.killed || STOP_SIGNALS.includes(signal)) return code
    if (tries > 1 && Date.now() - since < EARLY_MS) {
      console.error(
        `  The server crashed again (${signal}) ${seconds(since)} after its start. It will not be restarted.`,
      )
      return code
    }
    console.error(`  The server crashed (${signal}) and is being restarted.`)
  }
}
