import { EventEmitter } from 'node:events'
import type { WebSocket } from '@fastify/websocket'

const OPEN = 1
const CLOSED = 3

type Side = { send: (text: string) => void; closed: (code: number) => void }

/** A socket of a program that came by MQTT: what is sent goes to its broker, which minds whether it keeps up. */
export class ProgramSocket extends EventEmitter {
  readonly OPEN = OPEN
  readyState: WebSocket['readyState'] = OPEN
  readonly bufferedAmount = 0
  receivedAt = Date.now()
  readonly #side: Side

  constructor(side: Side) {
    super()
    this.#side = side
  }

  send(data: unknown): void {
    if (this.readyState === OPEN) this.#side.send(String(data))
  }

  close(code = 1_000): void {
    if (this.readyState !== OPEN) return
    this.#side.closed(code)
    this.terminate()
  }

  terminate(): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    this.emit('close')
  }

  /** It is there still. */
  noteAlive(): void {
    this.receivedAt = Date.now()
  }

  receive(text: string): void {
    this.noteAlive()
    if (this.readyState === OPEN) this.emit('message', Buffer.from(text))
  }
}
