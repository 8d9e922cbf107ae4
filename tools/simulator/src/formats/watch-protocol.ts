import type { EventType } from '@carewatch/contracts/alarms'
import type { PositionPayload, ReadingsPayload } from '@carewatch/contracts/payloads'

export type Origin = { imei: string; time: number }
export type Happened = Origin & { type: EventType; fix?: PositionPayload | undefined; battery: number }

/** How a make of watch writes messages over its plain socket, and answers what it is sent. Pure. */
export type WatchProtocol = {
  hello: (imei: string) => string
  readings: (reading: ReadingsPayload, origin: Origin) => string[]
  /** Nothing: it has no message for that. */
  event: (happened: Happened) => string[]
  /** Cuts what came down into frames; what is not whole yet stays. */
  split: (received: string) => { frames: string[]; rest: string }
  /** What it answers to a frame it was sent; nothing, where nothing is expected. */
  answer: (frame: string) => string[]
}

export const given = <Value>(value: Value | undefined, write: (value: Value) => string): string[] =>
  value === undefined ? [] : [write(value)]

const two = (value: number): string => String(value).padStart(2, '0')

/** `yymmdd` and `hhmmss`, UTC. */
export function utcOf(time: number): { date: string; reversed: string; clock: string } {
  const at = new Date(time)
  const [year, month, day] = [two(at.getUTCFullYear() % 100), two(at.getUTCMonth() + 1), two(at.getUTCDate())]
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join('')
  return { date: `${year}${month}${day}`, reversed: `${day}${month}${year}`, clock }
}
