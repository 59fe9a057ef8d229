import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Watch } from '../watch/index.ts'
import { inTrail, traceOf, type Trail } from '../watch/trail.ts'
import { loggedUrl } from './log.ts'

/** The label of pages and of addresses without a route. */
const NO_ROUTE = 'other'
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Leaves each request to the single log entry below. Errors of the connection get their own entry. */
export class OneLineEach extends LogController {
  override incomingRequest() {}
  override routeNotFound() {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest) {
    if (error) request.log.error({ err: error }, 'the answer could not be sent')
  }
}

/** Returns the pattern of a route, which names no record. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions?.url ?? NO_ROUTE

/** Follows each request from its first header to the last byte of its answer: one log entry, metrics and a span. */
export function watchRequests(server: FastifyInstance, watch: Watch): void {
  server.decorateRequest('trail')
  server.addHook('onRequest', (request, reply, done) => inTrail(follow(request, reply, watch), done))
  // Because a body that arrives in pieces loses the context of its request.
  server.addHook('preValidation', (request, _reply, done) => (request.trail ? inTrail(request.trail, done) : done()))
}

/** @returns the trace of the request */
export function follow(request: FastifyRequest, reply: FastifyReply, { metrics, traces }: Watch): Trail {
  const since = performance.now()
  const method = METHODS.has(request.method) ? request.method : 'OTHER'
  const route = routeOf(request)
  const came = traceOf(request.headers)
  const span = traces?.begin(
    'server',
    `${method} ${route}`,
    { 'http.request.method': method, 'http.route': route, 'marquee.request_id': request.id },
    came.traceparent,
  )
  const trail: Trail = {
    requestId: request.id,
    ...came,
    ...(span && { traceparent: span.traceparent, traces }),
  }
  request.trail = trail
  reply.header('x-request-id', request.id)
  if (trail.traceparent) reply.header('traceparent', trail.traceparent)
  metrics.requestBegan()

  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    const ms = performance.now() - since
    const { statusCode: status, writableFinished } = reply.raw
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    metrics.requestEnded({ method, route, status }, isStream ? undefined : ms / 1000)
    span?.set({ 'http.response.status_code': status, ...(request.me && { 'enduser.id': request.me.caller }) })
    span?.end(status >= 500 ? String(status) : undefined)
    request.log.info(
      {
        method,
        route,
        url: loggedUrl(request.url),
        status,
        ms: Math.round(ms * 10) / 10,
        ip: request.ip,
        ...(trail.traceparent && { traceId: trail.traceparent.slice(3, 35) }),
        ...(!writableFinished && { isAborted: true }),
      },
      'request',
    )
  }
  reply.raw.once('finish', end).once('close', end)
  return trail
}

declare module 'fastify' {
  interface FastifyRequest {
    trail: Trail | undefined
  }
}
