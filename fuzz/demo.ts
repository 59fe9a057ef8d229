import { copyOfDemo, prepare } from '../e2e/demo.ts'
import { startServer, type RunningServer } from '../e2e/server.ts'

/** Runs a server on a copy of the demo chain that nobody else uses, and that goes with it. */
export async function onDemo<T>(
  flags: readonly string[],
  settings: Record<string, string>,
  work: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const stop = await prepare()
  try {
    const copy = await copyOfDemo('fuzz')
    const server = await startServer(copy.dataDir, { ...copy.settings, ...settings }, { flags })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    await stop()
  }
}
