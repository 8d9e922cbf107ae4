import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { type FormatName, formatOf } from '@carewatch/contracts/formats'
import type { SettingName } from '@carewatch/contracts/settings'
import type { Addressed, FrameRead, Protocol } from '@carewatch/devices/protocol'
import type pg from 'pg'
import type { Attempts } from '../downlink/setting-ledger.ts'
import type { Held } from '../presence/rows.ts'
import type { AuthenticatedWatch } from './find-device.ts'
import { createPendingReplies } from './pending-replies.ts'
import { createTurns } from './turns.ts'

/** What a watch has not read by then it will not read: the connection is dead. */
const MAX_UNREAD_BYTES = 64 * 1024
const SERIALS = 1_000_000
/** One command or setting may be several frames, each numbered. */
const SERIALS_EACH = 100

/** The open socket of a watch that has signed in. */
export type TcpConnection = AuthenticatedWatch & {
  db: pg.Pool
  deviceId: number
  protocol: Protocol
  write: (bytes: Uint8Array) => boolean
  /** The address of the next frame that is sent. */
  addressed: () => Addressed
  waiting: ReturnType<typeof createPendingReplies>
  /** Its answers to what it was sent; resolves when they are written down. */
  answered: (answers: FrameRead['answers']) => Promise<void>
  /** One thing at a time: what is changed while it is being sent is sent after it. */
  inTurn: (work: () => Promise<void>) => Promise<void>
  /** The same for what is known of it: what was read of it first is not written last. */
  renewInTurn: (work: () => Promise<void>) => Promise<void>
  addressAs: (address: string) => void
  confirms: boolean
  /** The newest revision of its settings that this connection carried. */
  lastSentRevision: number
  /** The commands of which it had a copy, not being known to be the watch: the last ones. */
  copied: Set<string>
  /** What went down it for each setting: once is enough, a connection loses nothing while it lives. */
  sentHere: Map<SettingName, string | null>
  /** The last settings that went down it, until it is known whether they are answered. */
  sentLast: { at: number; attempts: Attempts } | null
  /** It carried a factory reset: what the watch answers on it to a setting, it may erase the next moment. */
  isErasing: boolean
  /** Since when another node has it by a newer connection. */
  movedAt?: number
  close: () => void
}

/** As whom presence knows it. One that is not known to be the watch takes it from no other. */
export const heldBy = ({ source, connection, isProven }: TcpConnection): Held => ({
  source,
  connection: isProven ? connection : 0,
})

type Opened = {
  socket: Socket
  format: FormatName
  protocol: Protocol
  known: AuthenticatedWatch
  db: pg.Pool
}

export function createTcpConnection({ socket, format, protocol, known, db }: Opened): TcpConnection {
  let address = ''
  let serial = randomInt(SERIALS)
  const waiting = createPendingReplies({ db, deviceId: known.source.deviceId })
  const tcp: TcpConnection = {
    ...known,
    db,
    deviceId: known.source.deviceId,
    protocol,
    confirms: formatOf(format).confirms,
    lastSentRevision: 0,
    copied: new Set(),
    sentHere: new Map(),
    sentLast: null,
    isErasing: false,
    waiting,
    write: (bytes) => {
      if (socket.destroyed) return false
      socket.write(bytes)
      if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy()
      return true
    },
    addressed: () => {
      serial = (serial + SERIALS_EACH) % SERIALS
      const { imei, utcOffsetMinutes } = known
      return { imei, address, serial, now: Date.now(), utcOffsetMinutes, profile: tcp.profile }
    },
    answered: (answers) => waiting.answered(answers),
    inTurn: createTurns(),
    renewInTurn: createTurns(),
    addressAs: (given) => (address = given),
    close: () => socket.destroy(),
  }
  return tcp
}
