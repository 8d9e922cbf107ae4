import type { Socket } from 'node:net'
import type { FormatName } from '@carewatch/contracts/formats'
import type { FrameRead, Protocol } from '@carewatch/devices/protocol'
import { protocolOf, protocols } from '@carewatch/devices/registry/protocols'
import type { Ingest } from '@carewatch/ingest/ingest'
import { createAnswering } from './acknowledge.ts'
import { createLine, type Line } from './connection.ts'
import type { Reception } from './authentication.ts'

/** Before we know who speaks, nothing large is worth keeping. */
const MAX_UNKNOWN_BYTES = 8 * 1024
const MAX_FRAME_BYTES = 64 * 1024
const NAMELESS_FRAMES = 5

export type Talk = {
  ingest: Ingest
  reception: Reception
  deviceRate: number
  onRefused: (reason: string) => void
  onAcknowledged: (since: number) => void
  onError: (error: Error) => void
}

type Spoken = { format: FormatName; protocol: Protocol }
type Heard = { frame: Buffer; said: FrameRead; hearing: { receivedAt: number; utcOffsetMinutes: number } }

/** One socket from its first byte to its last: finds out what it speaks and who it is, and hands on what it says. */
export class Conversation {
  #received: Buffer = Buffer.alloc(0)
  #spoken: Spoken | undefined
  #line: Line | undefined
  #nameless = 0
  readonly #socket: Socket
  readonly #talk: Talk
  readonly #answering: ReturnType<typeof createAnswering>

  constructor(socket: Socket, talk: Talk) {
    this.#socket = socket
    this.#talk = talk
    this.#answering = createAnswering(talk)
  }

  isSignedIn = (): boolean => this.#line !== undefined
  isWaiting = (): boolean => this.#answering.isWaiting()

  /** Answers whether the line may go on. */
  async hear(chunk: Buffer): Promise<boolean> {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk
    if (!this.#spoken) {
      const found = protocolOf(this.#received)
      if (found === undefined && this.#received.length <= MAX_UNKNOWN_BYTES) return true
      if (!found) return this.#refuse('protocol')
      this.#spoken = { format: found, protocol: protocols[found] }
    }
    return this.#hearFrames(this.#spoken)
  }

  end(): void {
    if (this.#line) this.#talk.reception.farewell(this.#line)
  }

  async #hearFrames(spoken: Spoken): Promise<boolean> {
    for (;;) {
      const cut = spoken.protocol.cut(this.#received)
      if (cut === 'broken') return this.#refuse('frame')
      if (cut === 'more') return this.#received.length <= this.#mostBytes() || this.#refuse('tooLong')
      const frame = this.#received.subarray(cut.start, cut.end)
      this.#received = this.#received.subarray(cut.end)
      if (!(await this.#hearFrame(frame, spoken))) return false
    }
  }

  #mostBytes = (): number => (this.#line ? MAX_FRAME_BYTES : MAX_UNKNOWN_BYTES)

  async #hearFrame(frame: Buffer, spoken: Spoken): Promise<boolean> {
    const hearing = { receivedAt: Date.now(), utcOffsetMinutes: this.#line?.utcOffsetMinutes ?? 0 }
    const said = spoken.protocol.read(frame, hearing)
    if (!this.#line) return this.#signIn({ frame, said, hearing }, spoken)
    if (said.identity !== undefined && !isNameOf(said.identity, this.#line)) return this.#refuse('identity')
    await this.#keep(this.#line, frame, said)
    return true
  }

  async #signIn({ frame, said, hearing }: Heard, { format, protocol }: Spoken): Promise<boolean> {
    // Nothing counts that was said before the name.
    if (said.identity === undefined) return ++this.#nameless < NAMELESS_FRAMES || this.#refuse('nameless')
    const { reception } = this.#talk
    const known = await reception.admit(said.identity, { socket: this.#socket, format, frame })
    if (!known || this.#socket.destroyed) return false
    const line = createLine({ socket: this.#socket, format, protocol, known, db: reception.db })
    this.#line = line
    // Read again, because what it is answered holds the wearer's clock.
    await this.#keep(
      line,
      frame,
      protocol.read(frame, { ...hearing, utcOffsetMinutes: known.utcOffsetMinutes }),
    )
    reception.welcome(line)
    return true
  }

  async #keep(line: Line, frame: Buffer, said: FrameRead): Promise<void> {
    if (said.address !== undefined) line.addressAs(said.address)
    await this.#answering.keep(line, frame, said)
  }

  #refuse(reason: string): false {
    this.#talk.onRefused(reason)
    return false
  }
}

const isNameOf = (identity: string, { imei }: Line): boolean =>
  identity === imei || (identity.length === 10 && identity === imei.slice(4, 14))
