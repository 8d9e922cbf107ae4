import { connect, type Socket } from 'node:net'
import {
  connectFrame,
  copyOf,
  createAckScanner,
  type Template,
  publishTemplate,
  stampTime,
} from './frames.ts'
import type { Account } from './job.ts'

const READ_BYTES = 2_048

/** One device: its socket, and its messages in flight, each in a buffer of its own that is written again only when the last writing was answered. */
export class Connection {
  readonly username: string
  readonly socket: Socket
  isBroken = false
  private slots: Template[] = []
  private lastTime = 0

  private constructor(username: string, socket: Socket) {
    this.username = username
    this.socket = socket
  }

  static open(port: number, { username, password }: Account): Promise<Connection> {
    return new Promise((resolve, reject) => {
      let connection: Connection | undefined
      const scan = createAckScanner(
        (id) => connection?.acknowledged(id - 1),
        (code) =>
          code === 0 && connection ? resolve(connection) : reject(new Error(`refused with ${code}`)),
      )
      const socket = connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafe(READ_BYTES),
          callback: (length, bytes) => {
            scan(bytes, length)
            connection?.flush()
            return true
          },
        },
      })
      connection = new Connection(username, socket)
      const opened = connection
      socket.on('connect', () => socket.write(connectFrame(username, password)))
      socket.on('error', reject)
      socket.on('close', () => {
        opened.isBroken = true
        reject(new Error('closed'))
      })
    })
  }

  /** Room for this many messages in flight. */
  prepare(rest: string, window: number): void {
    const template = publishTemplate(`watch/${this.username}/readings`, rest)
    this.slots = Array.from({ length: window }, (_, slot) => copyOf(template, slot + 1))
  }

  /** A time of its own for every message: the same twice would be one reading. */
  stamp(slot: number, now: number): Buffer {
    const message = this.slots[slot]
    if (!message) throw new Error('no such slot')
    this.lastTime = Math.max(this.lastTime + 1, now)
    stampTime(message, this.lastTime)
    return message.bytes
  }

  private answered: number[] = []
  private acknowledged(slot: number): void {
    this.answered.push(slot)
  }

  /** All that one chunk acknowledged, together: their successors leave in one write. */
  private flush(): void {
    const { answered } = this
    if (answered.length === 0) return
    this.answered = []
    this.onAcks(answered)
  }

  onAcks: (slots: number[]) => void = () => {}
}
