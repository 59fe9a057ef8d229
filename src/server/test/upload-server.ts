/**
 * A child process with the real HTTP server and a single call that stores an uploaded file. Its memory is that of the
 * upload alone. Its settings are in its environment. It reports its address, the result of each upload, and its memory.
 */
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import { parseEnv } from '../env.ts'
import { handle } from '../http/handle.ts'
import { createServer } from '../http/server.ts'
import { embeddedStorage } from '../integrations/storage/embedded.ts'
import { s3Storage } from '../integrations/storage/s3.ts'
import { endpoints } from '#contract/endpoint.ts'

export type UploadMessage =
  | { listening: string }
  | { stored: string }
  | { refused: string }
  | { rss: number; peak: number }

const post = (message: UploadMessage) => void process.send!(message)

const env = parseEnv(process.env)
const storage = env.s3 ? s3Storage(env.s3, env.publicUrl) : embeddedStorage(env)
const app = { env, storage, clock: systemClock, database: {} } as App

const calls = endpoints('large', {
  upload: { method: 'POST', path: '/large', permission: 'public', summary: 'Store a file', files: true, audit: 'none' },
})
const routes = handle(calls, {
  upload: async ({ file }) => {
    const { name, stream } = await file()
    try {
      await app.storage.put(name, stream, 'image/tiff')
    } catch (error) {
      post({ refused: String(error) })
      throw error
    }
    post({ stored: name })
  },
})

const server = await createServer({ env, app: () => app, routes, authenticate: async () => undefined })
post({ listening: await server.listen({ port: 0, host: '127.0.0.1' }) })

let peak = 0
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
process.on('message', () => {
  const rss = process.memoryUsage.rss()
  post({ rss, peak: Math.max(peak, rss) })
  peak = 0
})
process.on('disconnect', () => process.exit(0))
