import { connect, type Socket } from 'node:net'
import type { Account } from '@carewatch/bench/load/job'
import { generate, type IConnectPacket, type IPublishPacket, type Packet, parser } from 'mqtt-packet'

const KEEPALIVE_S = 5
const BEAT_MS = 1_250
const AGAIN_MS = 200
const CONNECT_WITHIN_MS = 10_000
const LAST_ID = 65_535

const hello = ({ username, password }: Account): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: false,
  clientId: username,
  keepalive: KEEPALIVE_S,
  username,
  password: Buffer.from(password),
})

/** A connection that reads packets and says hello first. */
function dial(
  port: number,
  first: Packet,
  on: { packet: (packet: Packet) => void; close: () => void },
): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const reader = parser({ protocolVersion: 4 })
  reader.on('packet', on.packet)
  reader.on('error', () => socket.destroy())
  socket.on('connect', () => socket.write(generate(first)))
  socket.on('data', (bytes: Buffer) => reader.parse(bytes))
  socket.on('error', () => {})
  socket.on('close', on.close)
  return socket
}

type Unanswered = { packet: IPublishPacket; answered: () => void }

/** A watch as a careful maker builds it: it keeps what was not acknowledged, comes back after a lost connection, and sends it again. */
export class WatchConnection {
  connections = 0
  isIn = false
  /** Called whenever the broker has let it in. */
  onIn: () => void = () => {}
  private readonly unanswered = new Map<number, Unanswered>()
  private readonly beat: NodeJS.Timeout
  private socket: Socket | undefined
  private isClosed = false
  private receivedAt = 0
  private lastId = 0
  private readonly port: number
  private readonly account: Account

  constructor(port: number, account: Account) {
    this.port = port
    this.account = account
    this.open()
    this.beat = setInterval(() => this.tend(), BEAT_MS)
  }

  came(): Promise<void> {
    return this.isIn ? Promise.resolve() : new Promise((resolve) => (this.onIn = resolve))
  }

  /** Resolves when it is acknowledged, however long that takes. */
  publish(topic: string, payload: string | Buffer): Promise<void> {
    this.lastId = (this.lastId % LAST_ID) + 1
    const messageId = this.lastId
    const packet: IPublishPacket = {
      cmd: 'publish',
      topic,
      payload,
      messageId,
      qos: 1,
      dup: false,
      retain: false,
    }
    if (this.isIn) this.write(packet)
    return new Promise((answered) => this.unanswered.set(messageId, { packet, answered }))
  }

  waiting(): number {
    return this.unanswered.size
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.beat)
    this.socket?.destroy()
  }

  private write(packet: Packet): void {
    this.socket?.write(generate(packet))
  }

  private open(): void {
    if (this.isClosed) return
    this.receivedAt = performance.now()
    this.socket = dial(this.port, hello(this.account), {
      packet: (packet) => this.receive(packet),
      close: () => {
        this.isIn = false
        if (!this.isClosed) setTimeout(() => this.open(), AGAIN_MS * (1 + Math.random()))
      },
    })
  }

  private receive(packet: Packet): void {
    this.receivedAt = performance.now()
    if (packet.cmd === 'connack' && packet.returnCode === 0) this.enter()
    if (packet.cmd === 'puback' && packet.messageId !== undefined) {
      this.unanswered.get(packet.messageId)?.answered()
      this.unanswered.delete(packet.messageId)
    }
    if (packet.cmd === 'publish' && packet.qos === 1 && packet.messageId !== undefined)
      this.write({ cmd: 'puback', messageId: packet.messageId })
  }

  private enter(): void {
    this.isIn = true
    this.connections++
    for (const { packet } of this.unanswered.values()) this.write({ ...packet, dup: true })
    this.onIn()
  }

  /** A connection without answers is dead. */
  private tend(): void {
    const { socket } = this
    if (!socket || socket.destroyed) return
    const silentMs = performance.now() - this.receivedAt
    if (silentMs > (this.isIn ? KEEPALIVE_S * 2_000 : CONNECT_WITHIN_MS)) socket.destroy()
    else if (this.isIn && silentMs > (KEEPALIVE_S * 1_000) / 2) this.write({ cmd: 'pingreq' })
  }
}
