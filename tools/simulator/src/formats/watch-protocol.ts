import type { EventType } from '@carewatch/contracts/alarms'
import type { PositionPayload, ReadingsPayload } from '@carewatch/contracts/payloads'

export type Said = { imei: string; time: number }
export type Happened = Said & { type: EventType; fix?: PositionPayload | undefined; battery: number }

/** How a make of watch says things over its plain socket, and answers what it is told. Pure. */
export type Speech = {
  hello: (imei: string) => string
  readings: (reading: ReadingsPayload, said: Said) => string[]
  /** Nothing: it has no word for that. */
  event: (happened: Happened) => string[]
  /** Cuts what came down into frames; what is not whole yet stays. */
  split: (received: string) => { frames: string[]; rest: string }
  /** What it says to a frame it was told; nothing, where nothing is expected. */
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
