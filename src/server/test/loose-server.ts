import { connect, type AddressInfo } from 'node:net'
import type { Row } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoint.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import { parseEnv } from '../env.ts'
import { handle } from '../http/handle.ts'
import type { Authenticate } from '../http/principal.ts'
import { createServer } from '../http/server.ts'

/** Starts the HTTP server without a database, with calls that a test defines. Collects the errors that it reports. */
export async function looseServer({
  settings = {},
  rows = {},
  handlers = {},
  authenticate = async () => undefined,
}: {
  settings?: Record<string, string>
  rows?: Record<string, Row>
  handlers?: Record<string, () => Promise<unknown>>
  authenticate?: Authenticate
} = {}) {
  const env = parseEnv({ LOG_LEVEL: 'silent', DEMO: 'off', ...settings })
  const faults: { error: unknown; at: string }[] = []
  const app = {
    env,
    database: {},
    clock: systemClock,
    failures: { note: (fault: (typeof faults)[0]) => void faults.push(fault) },
  }
  const server = await createServer({
    env,
    app: () => app as unknown as App,
    routes: handle(endpoints('loose', rows), handlers as never),
    authenticate,
  })
  let answered = (_status: number) => {}
  server.addHook('onSend', async (_request, reply) => answered(reply.statusCode))
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: 404, message: 'Address not found' }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo

  /** Sends bytes, and returns the answer until the server closes the connection. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let output = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket
        .on('data', (data) => (output += data.toString()))
        .on('end', () => resolve(output))
        .on('error', reject)
    })
  const onAnswer = (listen: typeof answered) => void (answered = listen)
  return { server, port, faults, raw, onAnswer, close: () => server.close() }
}
