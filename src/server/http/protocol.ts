import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { Refusal, toProblem } from './problem.ts'
import { headersOfAll } from './security.ts'
import { follow } from './watched.ts'
import type { Watch } from '../watch/index.ts'

/** The longest path parameter. */
export const LONGEST_PARAMETER = 500
/** Time for the headers of a request. */
const HEADERS_MS = 20_000
const CHECKED_EVERY_MS = 5_000

const REFUSED: Record<string, Refusal> = {
  FST_ERR_BAD_URL: new Refusal(400, 'The % encoding of the address is broken'),
  FST_ERR_MAX_PARAM_LENGTH: new Refusal(414, `A part of the address is longer than ${LONGEST_PARAMETER} characters`),
  HPE_HEADER_OVERFLOW: new Refusal(431, 'The headers of the request are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408, 'The request took too long to arrive'),
}
const UNREADABLE = new Refusal(400, 'The request cannot be read')

/** Answers requests that fail before a route is found like any other, without the name of a library. */
export function protocol(env: Env, watch: Watch) {
  const headers = { ...headersOfAll(env), 'cache-control': 'no-store' }
  return {
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECKED_EVERY_MS },
    frameworkErrors: ({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      follow(request, reply, watch)
      const refusal = REFUSED[code] ?? UNREADABLE
      return reply.code(refusal.status).headers(headers).send(toProblem(refusal))
    },
    clientErrorHandler: ({ code }: { code?: string }, socket: Socket) => {
      if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const refusal = REFUSED[code ?? ''] ?? UNREADABLE
      const body = JSON.stringify(toProblem(refusal))
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`, () =>
        socket.destroy(),
      )
    },
  } satisfies FastifyHttpOptions<Server>
}
