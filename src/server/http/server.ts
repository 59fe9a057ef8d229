import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { API_BASE } from '#contract/base.ts'
import type { App } from '../app.ts'
import { noteRefusedCall } from '../audit/refused.ts'
import { isAborted, limitBodyTime } from './body-timeout.ts'
import { health } from './health.ts'
import { harmless, loggedError, loggedUrl } from './log.ts'
import { authorise, run, type Route } from './handle.ts'
import { FOR_EVERY_SITE, openToEverySite } from './cache-headers.ts'
import { documents, type Book } from './openapi.ts'
import { acceptJson } from './json.ts'
import { acceptNdjson } from './ndjson.ts'
import { asRefusal, malformed, Refusal, toProblem } from './problem.ts'
import { whilePreparing } from './preparing.ts'
import type { Authenticate } from './principal.ts'
import { sendPosition } from './read-after.ts'
import { LONGEST_PARAMETER, protocol } from './protocol.ts'
import { onlyUnderOwnName, securityHeaders } from './security.ts'
import { unwatched, type Watch } from '../watch/index.ts'
import { requestIdOf } from '../watch/trail.ts'
import { OneLineEach, routeOf, watchRequests } from './watched.ts'

/** Larger bodies than any form sends are rejected unread. Files are streamed and have their own limits. */
const BODY_LIMIT = 1024 * 1024
/** Far more connections than a chain's people and programs open. */
const CONNECTIONS_MOST = 5000

const NO_BOOK: Book = { shapes: new Map(), meaning: () => undefined }

/** Writes the log, a line of JSON each time. */
export type LogTo = { write: (line: string) => void }

type ServerParts = {
  env: App['env']
  logTo?: LogTo
  watch?: Watch
  app: () => App
  routes: readonly Route[]
  /** Text of the API document that the contracts do not contain. */
  book?: Book
  authenticate: Authenticate
  /** Returns the current step of starting up; undefined: ready. */
  preparing?: () => string | undefined
  /** Whether the server is stopping, and only finishes open connections. */
  isLeaving?: () => boolean
}

/**
 * Brotli sends nothing until a window is full. With the usual window of 4 MB a file starts after 8 MB, costs three
 * times the processor, and is no smaller.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }

/** Creates the HTTP server with every route of the API. `serveWeb` or `serveNoWeb` answer all other addresses. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { env, logTo, watch = unwatched, app, routes, book = NO_BOOK, authenticate } = parts
  const { preparing = () => undefined, isLeaving = () => false } = parts
  const server = Fastify({
    logger:
      env.logLevel === 'silent'
        ? false
        : {
            level: env.logLevel,
            ...(logTo && { stream: logTo }),
            hooks: { streamWrite: harmless },
            // Tokens, reset links and personal data never reach a log (design: What holds everywhere).
            serializers: {
              req: (req) => ({ method: req.method, url: loggedUrl(req.url), ip: req.ip }),
              err: loggedError as never,
            },
          },
    logController: new OneLineEach(),
    genReqId: ({ headers }) => requestIdOf(headers),
    trustProxy: env.trustProxy,
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered while the server stops.
    return503OnClosing: false,
    // The largest video fits through a slow connection. A sender that stalls is disconnected much sooner (upload.ts).
    requestTimeout: 1_800_000,
    ...protocol(env, watch),
  })
  await server.register(multipart, { limits: { fileSize: env.uploadMaxBytes, files: 1, fields: 20 } })
  await server.register(compress, { global: true, threshold: 1400, encodings: ['br', 'gzip'], brotliOptions: BROTLI })
  server.decorateRequest('me', undefined)
  watchRequests(server, watch)
  securityHeaders(server, env)
  onlyUnderOwnName(server, env)
  whilePreparing(server, preparing)
  // Lets a proxy with persistent connections open its next one elsewhere.
  server.addHook('onSend', async (_request, reply) => void (isLeaving() && reply.header('connection', 'close')))
  // A body that was answered early is still read to its end, because the next request of its connection follows it.
  server.addHook('onResponse', async ({ raw }) => void raw.resume())
  server.server.maxConnections = CONNECTIONS_MOST

  sendPosition(server, app)
  acceptJson(server)
  acceptNdjson(server)

  server.setErrorHandler((error, request, reply) => {
    const refusal = isAborted(request) ? malformed('The request is incomplete. Send it again.') : asRefusal(error)
    if (!refusal || refusal.status >= 500) {
      request.log.error({ err: error }, 'request failed')
      app().failures.note({ error, at: placeOf(request), adminId: request.me?.id || undefined })
    }
    const answer = refusal ?? new Refusal(500, 'Something went wrong on our side and we have logged it. Try again.')
    if (answer.status === 429) watch.metrics.rateLimited(routeOf(request))
    if (answer.retryAfter) reply.header('retry-after', String(answer.retryAfter))
    return reply.code(answer.status).send(toProblem(answer))
  })

  await server.register(
    async (api) => {
      health(api, app, isLeaving)
      documents(
        api,
        routes.map((route) => route.endpoint),
        book,
      )
      for (const route of routes) addRoute(api, route, app, authenticate)
    },
    { prefix: API_BASE },
  )
  return server
}

function addRoute(api: FastifyInstance, route: Route, app: () => App, authenticate: Authenticate) {
  const { endpoint } = route
  if (endpoint.maxAge !== undefined) openToEverySite(api, urlOf(endpoint))
  api.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    bodyLimit: endpoint.bodyLimit,
    onRequest: async (request) => {
      try {
        request.me = await authorise(endpoint, request, authenticate, (me) =>
          noteRefusedCall(app().db, endpoint, me, request.id, app().clock.now()),
        )
      } finally {
        // Because the body is not read before, however early it arrives.
        if (!endpoint.files) limitBodyTime(request, BODY_LIMIT)
      }
    },
    handler: (request, reply) => run(route, app(), request.me, request, reply),
    // Unless a reply is immutable, browsers and proxies must not store it.
    onSend: async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      if (endpoint.maxAge !== undefined) reply.headers(FOR_EVERY_SITE)
    },
  })
}

/** Names a call without the records or persons of its address. */
const placeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? ''}`.trim()

const urlOf = (endpoint: Endpoint) => endpoint.path.replace(/\{(\w+)\}/g, ':$1')

declare module 'fastify' {
  interface FastifyRequest {
    me: import('./principal.ts').Principal | undefined
  }
}
