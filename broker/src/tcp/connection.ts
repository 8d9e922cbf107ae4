import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { type FormatName, formatOf } from '@carewatch/contracts/formats'
import type { Addressed, FrameRead, Protocol } from '@carewatch/devices/protocol'
import type pg from 'pg'
import type { Known } from './find-device.ts'
import { createWaiting } from './pending-replies.ts'

/** What a watch has not read by then it will not read: the line is dead. */
const MAX_UNREAD_BYTES = 64 * 1024
const SERIALS = 1_000_000
/** One thing told may be several frames, each numbered. */
const SERIALS_EACH = 100

/** The open socket of a watch that has signed in. */
export type Line = Known & {
  db: pg.Pool
  deviceId: number
  protocol: Protocol
  write: (bytes: Uint8Array) => boolean
  /** How the next thing that is told is addressed. */
  addressed: () => Addressed
  waiting: ReturnType<typeof createWaiting>
  /** What it said of things it was told; resolves when that is written down. */
  answered: (answers: FrameRead['answers']) => Promise<void>
  /** One thing at a time: what is changed while it is being sent is sent after it. */
  inTurn: (work: () => Promise<void>) => Promise<void>
  addressAs: (address: string) => void
  confirms: boolean
  /** The newest revision of its settings that this line carried. */
  toldRevision: number
  close: () => void
}

type Opened = { socket: Socket; format: FormatName; protocol: Protocol; known: Known; db: pg.Pool }

export function createLine({ socket, format, protocol, known, db }: Opened): Line {
  let address = ''
  let serial = randomInt(SERIALS)
  const waiting = createWaiting({ db, deviceId: known.source.deviceId })
  let sending: Promise<void> = Promise.resolve()
  return {
    ...known,
    db,
    deviceId: known.source.deviceId,
    protocol,
    confirms: formatOf(format).confirms,
    toldRevision: 0,
    waiting,
    write: (bytes) => {
      if (socket.destroyed) return false
      socket.write(bytes)
      if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy()
      return true
    },
    addressed: () => {
      serial = (serial + SERIALS_EACH) % SERIALS
      return { imei: known.imei, address, serial, now: Date.now(), utcOffsetMinutes: known.utcOffsetMinutes }
    },
    answered: (answers) => waiting.answered(answers),
    inTurn: (work) => {
      sending = sending.catch(() => {}).then(work)
      return sending
    },
    addressAs: (given) => (address = given),
    close: () => socket.destroy(),
  }
}
