/** A token bucket: `rate` messages a second for long, ten seconds' worth at once (a backlog after a dead spot). */
export type Bucket = { tokens: number; at: number }

const BURST_SECONDS = 10

export const fullBucket = (rate: number, now: number): Bucket => ({ tokens: rate * BURST_SECONDS, at: now })

/** Takes one; answers how many milliseconds the message must wait. Nothing is thrown away: a device that talks too fast is read slower. */
export function take(bucket: Bucket, rate: number, now: number): number {
  bucket.tokens = Math.min(rate * BURST_SECONDS, bucket.tokens + ((now - bucket.at) / 1_000) * rate) - 1
  bucket.at = now
  return bucket.tokens >= 0 ? 0 : (-bucket.tokens / rate) * 1_000
}
