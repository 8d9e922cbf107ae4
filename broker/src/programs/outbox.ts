import type { Client } from 'aedes'

/** What waits to be written to a program; more than that it is cut off and asks by HTTP for what it missed. */
const WAITING_BYTES_MAX = 1024 * 1024
/** Messages of QoS 1 that it has not acknowledged. */
const UNACKNOWLEDGED_MAX = 1_000

/** `retain`: a broker between, which bridges, keeps it for those who come to it later. */
export type Sent = { topic: string; payload: string; qos: 0 | 1; retain?: boolean }

/** What one program is sent, and how much of it waits: nobody else waits with it. */
export function createOutbox(client: Client, onTooSlow: () => void) {
  let waitingBytes = 0
  let unacknowledged = 0
  return {
    send({ topic, payload, qos, retain = false }: Sent): void {
      if (client.closed) return
      const bytes = payload.length + topic.length
      if (waitingBytes + bytes > WAITING_BYTES_MAX || unacknowledged >= UNACKNOWLEDGED_MAX) return onTooSlow()
      waitingBytes += bytes
      unacknowledged += qos
      client.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, () => {
        waitingBytes -= bytes
      })
    },
    acknowledged: (): void => {
      unacknowledged = Math.max(0, unacknowledged - 1)
    },
  }
}
export type Outbox = ReturnType<typeof createOutbox>
