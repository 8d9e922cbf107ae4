import { isLegalText } from './text.ts'

/** Thrown where a packet is not what the protocol says; the connection is cut. */
export class Fault extends Error {}

/** Reads a packet's body from front to back, and throws where it ends too early. */
export class Body {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  byte(): number {
    return this.#take(1).readUInt8()
  }

  uint16(): number {
    return this.#take(2).readUInt16BE()
  }

  /** Bytes with their length in front. */
  data(): Buffer {
    return this.#take(this.uint16())
  }

  text(): string {
    const bytes = this.data()
    if (!isLegalText(bytes)) throw new Fault('illegal text')
    return bytes.toString()
  }

  /** [MQTT-2.3.1-1] nothing that is answered has the number zero. */
  packetId(): void {
    if (this.uint16() === 0) throw new Fault('packet id 0')
  }

  end(): void {
    if (this.left > 0) throw new Fault('more than belongs there')
  }

  #take(length: number): Buffer {
    if (length > this.left) throw new Fault('too short')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}
