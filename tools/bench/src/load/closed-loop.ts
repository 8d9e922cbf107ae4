import type { Connection } from './connection.ts'
import type { Tally } from './tally.ts'

type Loop = { stop: () => void; inFlight: () => number }

/** Each connection keeps `window` messages in flight: an answer sends the next. */
export function runClosedLoop(connections: readonly Connection[], window: number, tally: Tally): Loop {
  let isRunning = true
  let flying = 0

  for (const connection of connections) {
    const sentAt = new Float64Array(window)
    const send = (slots: readonly number[]): void => {
      const now = performance.now()
      const time = Date.now()
      const frames: Buffer[] = []
      for (const slot of slots) {
        sentAt[slot] = now
        frames.push(connection.stamp(slot, time))
      }
      flying += slots.length
      connection.socket.write(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames))
    }
    connection.onAcks = (slots) => {
      const now = performance.now()
      flying -= slots.length
      for (const slot of slots) tally.add(now - (sentAt[slot] ?? now))
      if (isRunning) send(slots)
    }
    send(Array.from({ length: window }, (_, slot) => slot))
  }
  return { stop: () => (isRunning = false), inFlight: () => flying }
}
