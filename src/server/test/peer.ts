import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Errors of a peer in place of an answer. `cut-off` breaks the answer off; `slow` never ends it. */
export type PeerFault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'cut-off' }
  | { kind: 'slow' }
  | { kind: 'wrong-json' }

export const peerFaults = {
  slow: { kind: 'slow' },
  unauthorised: { kind: 'status', status: 401 },
  forbidden: { kind: 'status', status: 403 },
  missing: { kind: 'status', status: 404 },
  busy: { kind: 'status', status: 429 },
  busyForASecond: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  broken: { kind: 'status', status: 500 },
  cutOff: { kind: 'cut-off' },
  wrongJson: { kind: 'wrong-json' },
} as const satisfies Record<string, PeerFault>

export type Peer = {
  /** `http://127.0.0.1:port` */
  url: string
  /** All requests so far, oldest first. */
  requests: IncomingMessage[]
  /** Errors of the next answers, in order; undefined: a good answer. */
  next: (PeerFault | undefined)[]
  /** Returns the error of the nth request, counted from 1, when `next` is empty. */
  faultOf: (nth: number) => PeerFault | undefined
  close: () => Promise<void>
}

/** Runs an outside system's HTTP server on this machine, which answers with `handle` or fails. */
export async function peer(
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Peer> {
  const server = http.createServer(async (request, response) => {
    self.requests.push(request)
    const fault = self.next.length ? self.next.shift() : self.faultOf(self.requests.length)
    if (fault) fail(fault, response)
    else await handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: Peer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    next: [],
    faultOf: () => undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}

/** Fails in place of an answer. A peer that acts before it fails calls this itself. */
export function fail(fault: PeerFault, response: ServerResponse) {
  if (fault.kind === 'status') response.writeHead(fault.status, fault.headers).end(fault.body ?? '{"status":"no"}')
  if (fault.kind === 'wrong-json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"value": [')
  if (fault.kind === 'cut-off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
    response.write('{"value": [', () => response.destroy())
  }
}

/** Answers with JSON. */
export const sendJson = (response: ServerResponse, value: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
