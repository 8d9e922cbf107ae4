import { createHash } from 'node:crypto'
import type { Decoded } from '@carewatch/devices/codec'

/** A watch whose line was lost says what was not answered once more, as soon as it has another. */
const OPENING_MS = 30_000
const REPEATED_WITHIN_MS = 2 * 60_000
/** So many frames ahead of their answers are more than any watch that we know sends. */
const KEPT = 64

/** `line`: of which connection it came. */
type Sent = { digest: string; at: number; line: number }
type Whose = { deviceId: number; isProven: boolean }

const digestOf = (frame: Uint8Array): string => createHash('sha1').update(frame).digest('base64')

/** What is measured, and nothing that calls: a second call is never taken for the first one. */
const isMeasured = ({ readings, positions, events }: Decoded): boolean =>
  events.length === 0 && readings.length + positions.length > 0

/**
 * The same frame after a lost line is the same measurement, also where it names no time: it has the moment of when it came first, and is stored once.
 * What is said once more is the end of what was said, in its order; what fits no longer is new, for twice is better than never.
 * Each node knows what came to itself.
 */
export function createRepeats() {
  /** By whose they are, the one that was heard last at the end. */
  const known = new Map<string, readonly Sent[]>()
  let lines = 0

  function keep(key: string, sent: readonly Sent[], now: number): void {
    known.delete(key)
    known.set(key, sent)
    for (const [other, frames] of known) {
      if (now - (frames.at(-1)?.at ?? 0) < REPEATED_WITHIN_MS) break
      known.delete(other)
    }
  }

  return {
    /** For one connection: the moment that counts of each of its frames, in their order. */
    opened({ deviceId, isProven }: Whose, openedAt: number) {
      const key = `${deviceId} ${isProven}`
      const line = ++lines
      /** The moment of the last one that was said once more; none yet; or it says what is new. */
      let reached: number | 'none' | 'end' = 'none'

      const repeated = (digest: string): number | undefined => {
        const others = (known.get(key) ?? []).filter(
          (one) => one.line !== line && openedAt - one.at < REPEATED_WITHIN_MS,
        )
        if (typeof reached !== 'number') return others.findLast((one) => one.digest === digest)?.at
        const after = reached
        const next = others.find(({ at }) => at > after)
        return next?.digest === digest ? next.at : undefined
      }

      return (frame: Uint8Array, decoded: Decoded, moment: number): number => {
        if (!isMeasured(decoded)) return moment
        const digest = digestOf(frame)
        if (reached !== 'end' && moment - openedAt < OPENING_MS) {
          const at = repeated(digest)
          if (at !== undefined) return (reached = at)
          if (reached !== 'none') reached = 'end'
        }
        keep(key, [...(known.get(key) ?? []), { digest, at: moment, line }].slice(-KEPT), moment)
        return moment
      }
    },
    size: (): number => known.size,
  }
}

export type Repeats = ReturnType<typeof createRepeats>
