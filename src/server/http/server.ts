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

/** Larger bodies than any form of ours sends are refused unread; files are streamed and have limits of their own. */
const BODY_LIMIT = 1024 * 1024
/** Far more than a chain's people and programs have open at once. */
const CONNECTIONS_MOST = 5000

const NO_BOOK: Book = { shapes: new Map(), meaning: () => undefined }

/** Takes the log, a line of JSON at a time. */
export type LogTo = { write: (line: string) => void }

type ServerParts = {
  env: App['env']
  logTo?: LogTo
  watch?: Watch
  app: () => App
  routes: readonly Route[]
  /** What the API's document says besides the contracts. */
  book?: Book
  authenticate: Authenticate
  /** What the server is doing until it is ready. */
  preparing?: () => string | undefined
  /** Whether it was told to stop, and serves only until nobody sends it anything any more. */
  isLeaving?: () => boolean
}

/**
 * Nothing leaves until a window is full: with the one of 4 MB that is usual, a file begins to come after 8 MB of it, costs three
 * times the processor, and is no smaller.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }

/** The HTTP server with every route of the API; what answers any other address is added by `serveWeb` or `serveNoWeb`. */
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
            // Tokens and reset links never reach a log (design: What holds everywhere), nor who people are.
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
    // What arrives on an open connection as the server stops is answered like anything before.
    return503OnClosing: false,
    // The largest video fits through a slow line; a sender who stalls is cut off much sooner (upload.ts).
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
  // A proxy that keeps connections opens its next one elsewhere.
  server.addHook('onSend', async (_request, reply) => void (isLeaving() && reply.header('connection', 'close')))
  // What was answered before it had come whole is still read to its end, unseen: the next call of its connection is
  // behind it.
  server.addHook('onResponse', async ({ raw }) => void raw.resume())
  server.server.maxConnections = CONNECTIONS_MOST

  sendPosition(server, app)
  acceptJson(server)
  acceptNdjson(server)

  server.setErrorHandler((error, request, reply) => {
    const refusal = isAborted(request) ? malformed('The request did not arrive whole') : asRefusal(error)
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
        // Until here nobody reads it, however quickly it came.
        if (!endpoint.files) limitBodyTime(request, BODY_LIMIT)
      }
    },
    handler: (request, reply) => run(route, app(), request.me, request, reply),
    // A reply that is not for ever is never kept by a browser or a proxy on the way.
    onSend: async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      if (endpoint.maxAge !== undefined) reply.headers(FOR_EVERY_SITE)
    },
  })
}

/** Which call it is, without what its address says of a record or a person. */
const placeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? ''}`.trim()

const urlOf = (endpoint: Endpoint) => endpoint.path.replace(/\{(\w+)\}/g, ':$1')

declare module 'fastify' {
  interface FastifyRequest {
    me: import('./principal.ts').Principal | undefined
  }
}
