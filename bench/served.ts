import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port, tells the program that started this one where, and ends with it. */
export function serveUntilLeft(server: Server, close: () => Promise<void>): void {
  server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  process.once('disconnect', async () => {
    server.close()
    server.closeAllConnections()
    await close()
    process.exit(0)
  })
}
