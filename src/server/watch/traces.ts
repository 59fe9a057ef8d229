import { ROOT_CONTEXT, SpanKind as Kind, SpanStatusCode, trace, type SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Env } from '../env.ts'
import { VERSION } from '../version.ts'
import type { SpanKind, Traces } from './trail.ts'

const KINDS: Record<SpanKind, Kind> = { server: Kind.SERVER, client: Kind.CLIENT, job: Kind.CONSUMER }

/** Sends spans to a collector by OTLP, as JSON over HTTP. @param onLost is called when the collector rejects some */
export function openTraces(settings: NonNullable<Env['traces']>, onLost: (error: unknown) => void): Traces {
  const { endpoint, headers, service, attributes: more, sampler, ratio } = settings
  const exporter = reportingLosses(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }), onLost)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...more, 'service.name': service, 'service.version': VERSION }),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('marquee', VERSION)
  return {
    begin: (kind, name, attributes, parent) => {
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent, kind === 'server')) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: (attributes) => void span.setAttributes(attributes),
        end: (failure) => {
          if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    close: () => provider.shutdown(),
  }
}

function contextOf(traceparent: string, isRemote: boolean): SpanContext {
  const [, traceId, spanId, flags] = traceparent.split('-') as [string, string, string, string]
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote }
}

function samplerOf(name: NonNullable<Env['traces']>['sampler'], ratio: number): Sampler {
  const root = name.replace('parentbased_', '')
  const own =
    root === 'always_on'
      ? new AlwaysOnSampler()
      : root === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: own }) : own
}

/** Reports lost spans, because the library drops them silently. */
const reportingLosses = (exporter: SpanExporter, onLost: (error: unknown) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== 0) onLost(result.error)
      done(result)
    }),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  shutdown: () => exporter.shutdown(),
})
