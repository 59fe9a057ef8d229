import { cpSync } from 'node:fs'
import path from 'node:path'
import { today } from '../e2e/day.ts'
import { prepare, snapshot } from '../e2e/demo.ts'
import { startServer, type RunningServer } from '../e2e/server.ts'

/** Runs a server on a copy of the demo chain that nobody else uses, and that goes with it. */
export async function onDemo<T>(
  flags: readonly string[],
  settings: Record<string, string>,
  act: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const forget = await prepare()
  try {
    const dataDir = path.join(process.env.MARQUEE_TOURS!, 'fuzz')
    cpSync(await snapshot(today()), dataDir, { recursive: true })
    const server = await startServer(dataDir, settings, flags)
    try {
      return await act(server)
    } finally {
      await server.stop()
    }
  } finally {
    await forget()
  }
}
