import { Connection } from './connection.ts'
import { publishFrame } from './frames.ts'
import type { Account } from './job.ts'

export type Scan = { time: number; beacons: { mac: string; rssi: number }[] }

const LAST_ID = 1_000

/** One gateway on the line: says what it heard, and knows when that was answered. */
export async function openGateway(port: number, account: Account) {
  const connection = await Connection.open(port, account)
  const waiting = new Map<number, () => void>()
  let id = 0
  connection.onAcks = (slots) => {
    for (const slot of slots) {
      waiting.get(slot + 1)?.()
      waiting.delete(slot + 1)
    }
  }
  return {
    /** Answers after how many milliseconds it was acknowledged. */
    publishLive(scan: Scan): Promise<number> {
      id = (id % LAST_ID) + 1
      const packetId = id
      const sentAt = performance.now()
      return new Promise((answered) => {
        waiting.set(packetId, () => answered(performance.now() - sentAt))
        connection.socket.write(
          publishFrame(`gateway/${account.username}/scan`, JSON.stringify(scan), packetId),
        )
      })
    },
    close: () => connection.socket.destroy(),
  }
}
export type Gateway = Awaited<ReturnType<typeof openGateway>>
