import type { Socket } from 'node:net'
import type { FormatName } from '@carewatch/contracts/formats'
import { guessedBy, type KnownProfile } from '@carewatch/contracts/profiles'
import type { FrameContext, FrameRead, Protocol } from '@carewatch/devices/protocol'
import { protocolOf, protocols } from '@carewatch/devices/registry/protocols'
import type { Ingest } from '@carewatch/ingest/ingest'
import { createAcknowledger } from './acknowledge.ts'
import { createTcpConnection, type TcpConnection } from './connection.ts'
import type { Authentication } from './authentication.ts'
import type { Repeats } from './repeats.ts'
import { spread } from './spread.ts'

/** Before a watch has signed in, nothing large is kept. */
const MAX_UNKNOWN_BYTES = 8 * 1024
const MAX_FRAME_BYTES = 64 * 1024
const NAMELESS_FRAMES = 5

export type TcpContext = {
  ingest: Ingest
  authentication: Authentication
  deviceRate: number
  repeats: Repeats
  onRefused: (reason: string) => void
  onAcknowledged: (since: number) => void
  onError: (error: Error) => void
}

type Detected = { format: FormatName; protocol: Protocol }
type ReceivedFrame = {
  frame: Buffer
  read: FrameRead
  context: FrameContext
}

/** One socket from its first byte to its last: detects the protocol, signs the watch in and hands its frames to ingest. */
export class SocketReader {
  #received: Buffer = Buffer.alloc(0)
  #detected: Detected | undefined
  #tcp: TcpConnection | undefined
  #nameless = 0
  #lastMoment = 0
  #momentOf: ReturnType<Repeats['opened']> = (_frame, _decoded, at) => ({
    at,
    answered: () => {},
  })
  readonly #socket: Socket
  readonly #context: TcpContext
  readonly #onSignedIn: () => void
  readonly #acknowledger: ReturnType<typeof createAcknowledger>

  constructor(socket: Socket, context: TcpContext, onSignedIn: () => void) {
    this.#onSignedIn = onSignedIn
    this.#socket = socket
    this.#context = context
    this.#acknowledger = createAcknowledger(context)
  }

  isSignedIn = (): boolean => this.#tcp !== undefined
  isWaiting = (): boolean => this.#acknowledger.isWaiting()

  /** Answers whether the connection may stay open. */
  async receive(chunk: Buffer): Promise<boolean> {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk
    if (!this.#detected) {
      const found = protocolOf(this.#received)
      if (found === undefined && this.#received.length <= MAX_UNKNOWN_BYTES) return true
      if (!found) return this.#refuse('protocol')
      this.#detected = { format: found, protocol: protocols[found] }
    }
    return this.#readFrames(this.#detected)
  }

  end(): void {
    if (this.#tcp) this.#context.authentication.closed(this.#tcp)
  }

  async #readFrames(detected: Detected): Promise<boolean> {
    for (;;) {
      const cut = detected.protocol.cut(this.#received)
      if (cut === 'broken') return this.#refuse('frame')
      if (cut === 'more') return this.#received.length <= this.#mostBytes() || this.#refuse('tooLong')
      const frame = this.#received.subarray(cut.start, cut.end)
      this.#received = this.#received.subarray(cut.end)
      if (!(await this.#readFrame(frame, detected))) return false
    }
  }

  #mostBytes = (): number => (this.#tcp ? MAX_FRAME_BYTES : MAX_UNKNOWN_BYTES)

  /** A moment that no other frame of this connection has: of two that say no time and come at once, neither is a repeat of the other. */
  #nextMoment = (): number => (this.#lastMoment = Math.max(Date.now(), this.#lastMoment + 1))

  async #readFrame(frame: Buffer, detected: Detected): Promise<boolean> {
    const { utcOffsetMinutes = 0, profile = null } = this.#tcp ?? {}
    const context = { receivedAt: this.#nextMoment(), utcOffsetMinutes, profile }
    const read = detected.protocol.read(frame, context)
    if (!this.#tcp) return this.#signIn({ frame, read, context }, detected)
    if (read.identity !== undefined && !isNameOf(read.identity, this.#tcp)) return this.#refuse('identity')
    this.#context.authentication.received(this.#tcp)
    this.#context.authentication.hinted(this.#tcp, read.hints)
    await this.#keep(this.#tcp, { frame, read, context })
    return true
  }

  async #signIn({ frame, read, context }: ReceivedFrame, { format, protocol }: Detected): Promise<boolean> {
    // Frames before the sign-in are not used.
    if (read.identity === undefined) return ++this.#nameless < NAMELESS_FRAMES || this.#refuse('nameless')
    const { authentication } = this.#context
    const known = await authentication.authenticate(read.identity, { socket: this.#socket, format, frame })
    if (!known || this.#socket.destroyed) return false
    const tcp = createTcpConnection({ socket: this.#socket, format, protocol, known, db: authentication.db })
    this.#tcp = tcp
    this.#onSignedIn()
    this.#momentOf = this.#context.repeats.opened(tcp, context.receivedAt)
    // Read again, because what it is answered holds the wearer's clock.
    const { utcOffsetMinutes } = known
    const itsContext = { ...context, utcOffsetMinutes, profile: known.profile ?? likely(read) }
    await this.#keep(tcp, { frame, read: protocol.read(frame, itsContext), context: itsContext })
    authentication.opened(tcp)
    authentication.hinted(tcp, read.hints)
    return true
  }

  async #keep(tcp: TcpConnection, { frame, read, context }: ReceivedFrame): Promise<void> {
    if (read.address !== undefined) tcp.addressAs(read.address)
    const { at, answered } = this.#momentOf(frame, read.decoded, context.receivedAt)
    const isRepeat = at !== context.receivedAt
    const kept = isRepeat ? tcp.protocol.read(frame, { ...context, receivedAt: at }) : read
    const { decoded, last } = spread(kept.decoded, at)
    this.#lastMoment = Math.max(this.#lastMoment, last)
    await this.#acknowledger.keep(tcp, { frame, read: { ...kept, decoded }, readAt: at, answered })
  }

  #refuse(reason: string): false {
    this.#context.onRefused(reason)
    return false
  }
}

/** Of one that nothing is known of, what its first frame says. */
function likely({ hints }: FrameRead): KnownProfile | null {
  const name = guessedBy(hints, null)
  return name && { name, by: 'SENT' }
}

const isNameOf = (identity: string, { imei }: TcpConnection): boolean =>
  identity === imei || (identity.length === 10 && identity === imei.slice(4, 14))
