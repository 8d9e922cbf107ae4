import { createHash } from 'node:crypto'
import type { TelemetryEnv } from './env.ts'

/** What one message is known by at every part, without a word between them: its device and the newest of what it tells. */
export type Trace = { deviceUuid: string; time: number }
export type SpanIds = { traceId: string; spanId: string }

/** Hours, counts and kinds; never a value, a name or a place. */
export type Attributes = Record<string, string | number | boolean>
export type Span = { name: string; from: number; to: number; attributes?: Attributes }

export type Tracing = {
  /** Whether a message is followed; asked first, so that the others cost nothing. */
  follows: (trace: Trace) => boolean
  /** The message itself, from when it was read to when it was acknowledged, in milliseconds since 1970. */
  root: (trace: Trace, span: Span) => void
  /** What a part did with it. */
  add: (trace: Trace, span: Span) => void
  close: () => Promise<void>
}

/** Each part finds the same ids by itself: 16 bytes of trace and 8 of the message's own span, of one hash. */
export function idsOf({ deviceUuid, time }: Trace): SpanIds {
  const hash = createHash('sha256').update(`${deviceUuid} ${time}`).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

/** The same share of all messages at every part: those whose trace id is small. */
export const isSampled = ({ traceId }: SpanIds, share: number): boolean =>
  Number.parseInt(traceId.slice(0, 8), 16) < share * 2 ** 32

/** Follows messages from publish to socket where a collector is set; the library is loaded only then. */
export async function openTracing(
  part: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share = 1 }: TelemetryEnv,
): Promise<Tracing | undefined> {
  if (!endpoint) return undefined
  const { createOtlpTracing } = await import('./otlp.ts')
  return createOtlpTracing(part, { endpoint, share })
}
