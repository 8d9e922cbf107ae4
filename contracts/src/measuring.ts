import type { FormatName } from './formats.ts'
import type { LimitMap } from './limits.ts'
import { type MetricName, metrics } from './metrics.ts'

/** What is known of how a model measures. */
export type Measuring = {
  /** Its temperature is the body's, not that of the skin under it: a low one is one. */
  ofBody?: true
  /** What it says of a metric where it measured nothing. */
  invents?: Partial<Record<MetricName, readonly number[]>>
}

/** Nothing is known: its temperature is the skin's, and what it says it measured. */
export const ASSUMED: Measuring = {}

/** By the name of a model, or of the format that all its models speak; of one that is not named here nothing is assumed. */
const known: { [Model in FormatName]?: Measuring } & Record<string, Measuring> = {
  // Of its two temperatures the second is the body's, and the one that is read.
  'watch-b2316-json': { ofBody: true },
}

/** What is known of a device by the name of its model, else by its format. */
export const measuringOf = (...names: readonly string[]): Measuring =>
  names.flatMap((name) => (Object.hasOwn(known, name) ? (known[name] ?? []) : []))[0] ?? ASSUMED

/** Limits that stand behind all that somebody set, where the model measures what they are of. */
export const limitsOfModel = ({ ofBody }: Measuring): LimitMap | null =>
  ofBody ? { temperature: metrics.temperature.unset } : null

export const isInvented = ({ invents }: Measuring, name: MetricName, value: number): boolean =>
  invents?.[name]?.includes(value) === true
