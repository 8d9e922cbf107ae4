import { setTimeout as wait } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, trace as api, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { idsOf, isSampled, type Span, type SpanIds, type Trace, type Tracing } from './tracing.ts'

const EXPORT_EVERY_MS = 1_000
const LAST_SPANS_MS = 2_000

type Options = { endpoint: string; share: number }

/** Spans to an OTLP collector over HTTP. One that is away costs a bounded queue, and no message waits for it. */
export function createOtlpTracing(part: string, { endpoint, share }: Options): Tracing {
  const ids = createIds()
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', withSlash(endpoint)).href })
  const provider = new TracerProvider({
    idGenerator: ids.generator,
    resource: resourceFromAttributes({ 'service.name': part, 'service.namespace': 'carewatch' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS })],
  })
  const tracer = provider.getTracer('carewatch')

  const write = ({ name, from, to, attributes = {} }: Span, context = ROOT_CONTEXT): void => {
    const kind = context === ROOT_CONTEXT ? SpanKind.SERVER : SpanKind.INTERNAL
    tracer.startSpan(name, { kind, startTime: from, attributes }, context).end(Math.max(from, to))
  }
  return {
    follows: (trace) => isSampled(idsOf(trace), share),
    root: (trace, span) => ids.use(idsOf(trace), () => write(span)),
    add: (trace, span) => write(span, contextOf(trace)),
    // A collector that is away tries again for long: nobody's end waits for it.
    close: () => Promise.race([provider.shutdown(), wait(LAST_SPANS_MS, undefined, { ref: false })]),
  }
}

const contextOf = (trace: Trace) =>
  api.setSpanContext(ROOT_CONTEXT, { ...idsOf(trace), traceFlags: TraceFlags.SAMPLED, isRemote: true })

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** The message's own span takes the ids that every part finds; all others are drawn. */
function createIds() {
  const random = new RandomIdGenerator()
  let given: SpanIds | undefined
  const generator: IdGenerator = {
    generateTraceId: () => given?.traceId ?? random.generateTraceId(),
    generateSpanId: () => given?.spanId ?? random.generateSpanId(),
  }
  return {
    generator,
    use(ids: SpanIds, work: () => void): void {
      given = ids
      try {
        work()
      } finally {
        given = undefined
      }
    },
  }
}
