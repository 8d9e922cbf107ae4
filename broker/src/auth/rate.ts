import type { Principal } from './permission.ts'

/** A token bucket: `rate` messages a second for long, ten seconds' worth at once (a backlog after a dead spot). */
export type Bucket = { tokens: number; at: number }

const BURST_SECONDS = 10

export const fullBucket = (rate: number, now: number): Bucket => ({ tokens: rate * BURST_SECONDS, at: now })

/** Takes one; answers how many milliseconds the message must wait. Nothing is thrown away: a device that talks too fast is read slower. */
export function take(bucket: Bucket, rate: number, now: number): number {
  // A clock that is set back takes nothing from anybody.
  const passedMs = Math.max(0, now - bucket.at)
  bucket.tokens = Math.min(rate * BURST_SECONDS, bucket.tokens + (passedMs / 1_000) * rate) - 1
  bucket.at = now
  return bucket.tokens >= 0 ? 0 : (-bucket.tokens / rate) * 1_000
}

/** Some gateways send a message for each beacon they receive. */
const BEACONS_A_GATEWAY = 10

export const rateOf = ({ kind }: { kind: Principal['kind'] }, deviceRate: number): number =>
  kind === 'gateway' ? deviceRate * BEACONS_A_GATEWAY : deviceRate
