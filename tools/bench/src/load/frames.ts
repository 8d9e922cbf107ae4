/** MQTT 3.1.1 by hand: the generator must not spend its core on what it measures. */
export const PUBACK_BYTES = 4
const TIME_DIGITS = 13
const ZERO = 48

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function framed(kind: number, body: Buffer): Buffer {
  const header = [kind]
  let left = body.length
  do {
    const seven = left & 127
    left >>>= 7
    header.push(left > 0 ? seven | 128 : seven)
  } while (left > 0)
  return Buffer.concat([Buffer.from(header), body])
}

const CLEAN = 0x02
const WITH_USER = 0x80
const WITH_PASSWORD = 0x40

/** No keep-alive: an idle connection must cost the server nothing but memory. */
export const connectFrame = (username: string, password: string): Buffer =>
  framed(
    0x10,
    Buffer.concat([
      text('MQTT'),
      Buffer.from([4, CLEAN | WITH_USER | WITH_PASSWORD, 0, 0]),
      // The client id: two sessions of one id would throw each other out.
      text(username),
      text(username),
      text(password),
    ]),
  )

/** A message whose bytes stay where they are; only its packet id and its time are written anew. */
export type Template = { bytes: Buffer; idAt: number; timeAt: number }

export const FOUR_METRICS = ',"heartRate":72,"systolic":128,"diastolic":81,"spo2":97}'
export const ONE_METRIC = ',"heartRate":72}'

export function publishTemplate(topic: string, rest: string): Template {
  const payload = Buffer.from(`{"time":${'0'.repeat(TIME_DIGITS)}${rest}`)
  const name = text(topic)
  const bytes = framed(0x32, Buffer.concat([name, Buffer.alloc(2), payload]))
  const start = bytes.length - payload.length
  return { bytes, idAt: start - 2, timeAt: start + '{"time":'.length }
}

/** One message whole, for the few that are sent by hand. */
export function publishFrame(topic: string, payload: string, packetId: number): Buffer {
  const id = Buffer.alloc(2)
  id.writeUInt16BE(packetId)
  return framed(0x32, Buffer.concat([text(topic), id, Buffer.from(payload)]))
}

export const copyOf = ({ bytes, idAt, timeAt }: Template, packetId: number): Template => {
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(packetId, idAt)
  return { bytes: copy, idAt, timeAt }
}

/** Milliseconds since 1970, thirteen digits until the year 2286. */
export function stampTime({ bytes, timeAt }: Template, time: number): void {
  let left = time
  for (let at = timeAt + TIME_DIGITS - 1; at >= timeAt; at--) {
    const rest = Math.floor(left / 10)
    bytes[at] = ZERO + (left - rest * 10)
    left = rest
  }
}

/** One frame an answer: CONNACK and PUBACK are both four bytes. A chunk may end in the middle of one. */
export function createAckScanner(onAck: (packetId: number) => void, onConnack: (code: number) => void) {
  let kind = 0
  let place = 0
  let high = 0
  return (bytes: Uint8Array, length: number): void => {
    for (let at = 0; at < length; at++) {
      const byte = bytes[at] ?? 0
      if (place === 0) kind = byte
      else if (place === 2) high = byte
      else if (place === 3 && kind === 0x40) onAck((high << 8) | byte)
      else if (place === 3) onConnack(byte)
      place = (place + 1) & 3
    }
  }
}
