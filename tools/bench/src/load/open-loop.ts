import type { Connection } from './connection.ts'
import type { Tally } from './tally.ts'

/** So many may wait for their answer on one connection; what is due beyond that waits here, and its latency runs. */
export const OPEN_WINDOW = 64

/** A timer can do no finer: messages leave in groups this close together. A generator later than that is late, and it counts. */
const TIMER_GRAIN_MS = 2

type Loop = { stop: () => void; inFlight: () => number }

/** The schedule goes on whether or not answers come; latency runs from the moment a message was due. */
export function runOpenLoop(connections: readonly Connection[], rate: number, tally: Tally): Loop {
  const free = connections.map(() => Array.from({ length: OPEN_WINDOW }, (_, slot) => slot))
  const dueAt = connections.map(() => new Float64Array(OPEN_WINDOW))
  const overdue: number[][] = connections.map(() => [])
  let flying = 0
  let next = 0
  let scheduled = 0
  const startedAt = performance.now()

  const send = (index: number, due: number): void => {
    const connection = connections[index]
    const slot = free[index]?.pop()
    const dues = dueAt[index]
    flying++
    if (!connection || !dues || slot === undefined) {
      overdue[index]?.push(due)
      return
    }
    dues[slot] = due
    connection.socket.write(connection.stamp(slot, Date.now()))
  }

  connections.forEach((connection, index) => {
    connection.onAcks = (slots) => {
      const now = performance.now()
      for (const slot of slots) {
        flying--
        tally.add(now - (dueAt[index]?.[slot] ?? now))
        free[index]?.push(slot)
        const due = overdue[index]?.shift()
        if (due === undefined) continue
        flying--
        send(index, due)
      }
    }
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (; scheduled < ((now - startedAt) * rate) / 1_000; scheduled++) {
      const due = startedAt + (scheduled * 1_000) / rate
      send(next, now - due < TIMER_GRAIN_MS ? now : due)
      next = (next + 1) % connections.length
    }
  }, 1)
  return { stop: () => clearInterval(timer), inFlight: () => flying }
}
