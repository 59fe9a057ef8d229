/** How much a running server holds in memory that is in use: read after its garbage is collected. */
export type Memory = { used: () => Promise<number>; close: () => void }

/** What a server is started with for it. */
export const INSPECTED = ['--inspect=127.0.0.1:0']
const LISTENING = /ws:\/\/127\.0\.0\.1:\d+\/\S+/

/**
 * Asks Node's own inspector.
 * @param log what the server has printed
 * @throws Error when it was not started as `INSPECTED` says
 */
export async function memoryOf(log: string): Promise<Memory> {
  const address = LISTENING.exec(log)?.[0]
  if (!address) throw new Error('The server has no inspector')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer')))
  })
  let requestCount = 0
  const ask = (method: string) =>
    new Promise<Heap>((resolve, reject) => {
      const id = ++requestCount
      const onMessage = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { id?: number; result?: Heap; error?: { message: string } }
        if (message.id !== id) return
        socket.removeEventListener('message', onMessage)
        if (message.result) resolve(message.result)
        else reject(new Error(message.error?.message))
      }
      socket.addEventListener('message', onMessage)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    used: async () => {
      // What a finaliser lets go is collected by the second.
      for (let times = 0; times < 2; times++) await ask('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await ask('Runtime.getHeapUsage')
      return usedSize + backingStorageSize + embedderHeapUsedSize
    },
    close: () => socket.close(),
  }
}

type Heap = { usedSize: number; backingStorageSize?: number; embedderHeapUsedSize?: number }
