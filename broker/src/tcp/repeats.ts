import { createHash } from 'node:crypto'
import { metrics } from '@carewatch/contracts/metrics'
import type { Decoded } from '@carewatch/devices/codec'

/** A watch whose line was lost sends what was not answered once more, as soon as it has another. */
const OPENING_MS = 30_000
const REPEATED_WITHIN_MS = 2 * 60_000
/** So many frames ahead of their answers are more than any watch that we know sends. */
const KEPT = 64

type Waiting = { digest: string; at: number; line: number }
type Whose = { deviceId: number; isProven: boolean }
/** `at`: the moment that counts; `answered` is called when its answer went out. */
export type Moment = { at: number; answered: () => void }

const digestOf = (frame: Uint8Array): string => createHash('sha256').update(frame).digest('base64')

/** What is measured, or in a kind that nobody knows: a call is never taken for an earlier call, nor being worn or not, which is said on a change alone. */
const mayRepeat = ({ readings, positions, events, rejects }: Decoded): boolean =>
  events.length === 0 &&
  (readings.length + positions.length > 0 || rejects.some(({ reason }) => reason === 'unknownMessage')) &&
  readings.every(({ metric }) => metric !== metrics.wearing.id)

const nothing = (): void => {}

/**
 * A frame that was not answered when its line was lost, and comes again on the next, is the same measurement, also where it names no time: it has the moment
 * of when it came first, and is stored once. What was answered is never compared: whatever is like it is new.
 * Each node knows what came to itself.
 */
export function createRepeats() {
  /** What waits for its answer, by whose it is; whoever sent last stands at the end. */
  const waiting = new Map<string, Waiting[]>()
  let lines = 0

  function forgetOld(now: number): void {
    for (const [key, frames] of waiting) {
      if (now - (frames.at(-1)?.at ?? 0) < REPEATED_WITHIN_MS) return
      waiting.delete(key)
    }
  }

  function forget(key: string, frame: Waiting): void {
    const left = (waiting.get(key) ?? []).filter((one) => one !== frame)
    if (left.length > 0) waiting.set(key, left)
    else waiting.delete(key)
  }

  return {
    /** For one connection: the moment that counts of each of its frames, in their order. */
    opened({ deviceId, isProven }: Whose, openedAt: number) {
      const line = ++lines
      const key = `${deviceId} ${isProven}`
      return (frame: Uint8Array, decoded: Decoded, moment: number): Moment => {
        if (!mayRepeat(decoded)) return { at: moment, answered: nothing }
        const digest = digestOf(frame)
        const isOpening = moment - openedAt < OPENING_MS
        const repeated = (waiting.get(key) ?? []).find(
          (one) =>
            isOpening && one.line < line && one.digest === digest && openedAt - one.at < REPEATED_WITHIN_MS,
        )
        // From now on it waits on this line.
        if (repeated) repeated.line = line
        const kept = repeated ?? { digest, at: moment, line }
        if (!repeated) {
          const others = waiting.get(key) ?? []
          waiting.delete(key)
          waiting.set(key, [...others, kept].slice(-KEPT))
          forgetOld(moment)
        }
        return { at: kept.at, answered: () => forget(key, kept) }
      }
    },
    size: (): number => waiting.size,
  }
}

export type Repeats = ReturnType<typeof createRepeats>
