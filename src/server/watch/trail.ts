import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The request or job for which the running code works, with its W3C Trace Context: `traceparent` and `tracestate`. */
export type Trail = { requestId: string; traceparent?: string; tracestate?: string; traces?: Traces }

export type SpanKind = 'server' | 'client' | 'job'
export type Attributes = Record<string, string | number>

/** Opens spans, if traces are on. @param parent a traceparent */
export type Traces = {
  begin: (kind: SpanKind, name: string, attributes: Attributes, parent?: string) => Span
  close: () => Promise<void>
}
export type Span = {
  traceparent: string
  set: (attributes: Attributes) => void
  /** @param failure the kind of the error */
  end: (failure?: string) => void
}

const trails = new AsyncLocalStorage<Trail>()

export const inTrail = <T>(trail: Trail, work: () => T): T => trails.run(trail, work)

/** Short ids of characters without a meaning in logs and headers. */
const PLAIN_ID = /^[\w.:-]{1,64}$/
/** Version 00. Fields of later versions are unknown here and must not be passed on. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/
const NO_TRACE = /^ff|-0{32}-|-0{16}-/
const TRACESTATE_MOST = 512

/** Returns the id that a proxy gave a request, or a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && PLAIN_ID.test(given) ? given : randomUUID()
}

/** Returns the valid trace headers of a request. */
export function traceOf({ traceparent, tracestate }: IncomingHttpHeaders): Pick<Trail, 'traceparent' | 'tracestate'> {
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent) || NO_TRACE.test(traceparent)) return {}
  const hasState = typeof tracestate === 'string' && tracestate.length > 0 && tracestate.length <= TRACESTATE_MOST
  return { traceparent: `00${traceparent.slice(2)}`, ...(hasState && { tracestate }) }
}

/** Returns the trace headers for a call to another system, so that its logs can be joined with ours. */
export function trailHeaders(): Record<string, string> {
  const trail = trails.getStore()
  if (!trail) return {}
  const { requestId, traceparent, tracestate } = trail
  return {
    'x-request-id': requestId,
    ...(traceparent && { traceparent }),
    ...(traceparent && tracestate && { tracestate }),
  }
}

/** Begins a span within the current trace; undefined without one. */
export function beginStep(name: string, attributes: Attributes): Span | undefined {
  const trail = trails.getStore()
  return trail?.traces?.begin('client', name, attributes, trail.traceparent)
}

/** Runs work within a span, which calls to other systems carry. */
export async function step<T>(name: string, attributes: Attributes, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = beginStep(name, attributes)
  return span ? within({ ...trails.getStore()!, traceparent: span.traceparent }, span, () => work(span)) : work()
}

/** Runs a job in its own trace. */
export async function inJob<T>(
  { name, id, traces }: { name: string; id: string; traces: Traces | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const span = traces?.begin('job', name, { 'messaging.system': 'pg-boss', 'messaging.message.id': id })
  const trail = { requestId: id, ...(span && { traceparent: span.traceparent, traces }) }
  return span ? within(trail, span, work) : inTrail(trail, work)
}

async function within<T>(trail: Trail, span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const done = await inTrail(trail, work)
    span.end()
    return done
  } catch (error) {
    span.end(kindOf(error))
    throw error
  }
}

/** Returns the kind of an error, because its message may contain a value. */
export function kindOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: string }
  const known = [code, cause?.code].find((one) => typeof one === 'string')
  return (known as string | undefined) ?? name ?? 'unknown'
}
