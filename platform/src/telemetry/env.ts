import { z } from 'zod'

/** What every part takes for whoever watches over it. */
export const TelemetryEnv = z.object({
  /** Figures at `/metrics`, health at `/health/live` and `/health/ready`; unset, nowhere. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Figures of an installation are nobody else's business. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Where traces go (OTLP over HTTP); unset, nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Which share of all messages is followed. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
})
export type TelemetryEnv = z.output<typeof TelemetryEnv>
