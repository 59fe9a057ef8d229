import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a peer can fail instead of answering. `cut-off` breaks the answer in the middle; `slow` never ends it. */
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
  /** Every request it has had, oldest first. */
  requests: IncomingMessage[]
  /** Faults of the next answers, in order; undefined is a good answer. */
  next: (PeerFault | undefined)[]
  /** Asked for each request when `next` is empty: the fault of the nth, counted from 1. */
  faultOf: (nth: number) => PeerFault | undefined
  close: () => Promise<void>
}

/** An outside system's HTTP server on this machine: answers as `handle` says, or fails as the test wants. */
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

/** Fails in place of an answer; a peer that did what it was asked for first uses it by itself. */
export function fail(fault: PeerFault, response: ServerResponse) {
  if (fault.kind === 'status') response.writeHead(fault.status, fault.headers).end(fault.body ?? '{"status":"no"}')
  if (fault.kind === 'wrong-json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"value": [')
  if (fault.kind === 'cut-off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
    response.write('{"value": [', () => response.destroy())
  }
}

/** Answers JSON. */
export const sendJson = (response: ServerResponse, value: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
