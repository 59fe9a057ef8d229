import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'

/** Collects the processes of embedded databases that this process starts, for a test that kills them. */
export function databaseProcesses() {
  const begun: ChildProcess[] = []
  let onBegun = () => {}
  const note = (message: unknown) => {
    const { process } = message as { process: ChildProcess }
    process.once('spawn', () => {
      if (!process.spawnargs.some((arg) => arg.endsWith('embedded-process.ts'))) return
      begun.push(process)
      onBegun()
    })
  }
  subscribe('child_process', note)
  return {
    begun,
    /** Returns the next process as soon as it runs. */
    next: async () => {
      await new Promise<void>((resolve) => (onBegun = resolve))
      return begun.at(-1)!
    },
    stopWatching: () => void unsubscribe('child_process', note),
  }
}

/** Ends a database as an error in its code or in the machine would. */
export async function crash(database: ChildProcess): Promise<void> {
  const ended = once(database, 'exit')
  database.kill('SIGSEGV')
  await ended
}
