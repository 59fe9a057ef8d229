import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Which request or job the running code works for, and how others know it: `traceparent` and `tracestate` as the W3C's
 * Trace Context has them.
 */
export type Trail = { requestId: string; traceparent?: string; tracestate?: string; traces?: Traces }

export type SpanKind = 'server' | 'client' | 'job'
export type Attributes = Record<string, string | number>

/** Opens spans, where traces are on. @param parent a traceparent */
export type Traces = {
  begin: (kind: SpanKind, name: string, attributes: Attributes, parent?: string) => Span
  close: () => Promise<void>
}
export type Span = {
  traceparent: string
  set: (attributes: Attributes) => void
  /** @param failure the kind of what it failed with */
  end: (failure?: string) => void
}

const trails = new AsyncLocalStorage<Trail>()

export const inTrail = <T>(trail: Trail, work: () => T): T => trails.run(trail, work)

/** Short, and of characters that no log or header takes for anything else. */
const PLAIN_ID = /^[\w.:-]{1,64}$/
/** Version 00; what a later version adds is not known here, and may not be passed on. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/
const NO_TRACE = /^ff|-0{32}-|-0{16}-/
const TRACESTATE_MOST = 512

/** The id that a proxy gave a request, or a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && PLAIN_ID.test(given) ? given : randomUUID()
}

/** What a request belongs to, as far as it says so rightly. */
export function traceOf({ traceparent, tracestate }: IncomingHttpHeaders): Pick<Trail, 'traceparent' | 'tracestate'> {
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent) || NO_TRACE.test(traceparent)) return {}
  const hasState = typeof tracestate === 'string' && tracestate.length > 0 && tracestate.length <= TRACESTATE_MOST
  return { traceparent: `00${traceparent.slice(2)}`, ...(hasState && { tracestate }) }
}

/** What is sent with a call to another system, so that its logs can be joined to ours. */
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

/** Begins a step of what is running; nothing where nobody traces, or nothing runs that is traced. */
export function beginStep(name: string, attributes: Attributes): Span | undefined {
  const trail = trails.getStore()
  return trail?.traces?.begin('client', name, attributes, trail.traceparent)
}

/** Acts within a step: what it does is part of it, and calls to others carry it. */
export async function step<T>(name: string, attributes: Attributes, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = beginStep(name, attributes)
  return span ? within({ ...trails.getStore()!, traceparent: span.traceparent }, span, () => work(span)) : work()
}

/** Runs a job in a trail of its own. */
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

/** What went wrong, by its kind alone: the words of an error may hold a value. */
export function kindOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: string }
  const known = [code, cause?.code].find((one) => typeof one === 'string')
  return (known as string | undefined) ?? name ?? 'unknown'
}
