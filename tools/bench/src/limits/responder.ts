import { createServer, type Socket } from 'node:net'

/** Answers CONNECT and PUBLISH and understands nothing else: shows how fast the generator can go. */
const CONNACK = Buffer.from([0x20, 2, 0, 0])

/** Length of the frame at `at` with its header, or 0 when it is not all here yet. */
function frameLength(bytes: Buffer, at: number): number {
  let length = 0
  for (let place = 0; place < 4; place++) {
    const byte = bytes[at + 1 + place]
    if (byte === undefined) return 0
    length |= (byte & 127) << (7 * place)
    if (byte < 128) return at + 2 + place + length <= bytes.length ? 2 + place + length : 0
  }
  return 0
}

function answerTo(bytes: Buffer, at: number, length: number): Buffer | undefined {
  const kind = (bytes[at] ?? 0) >> 4
  if (kind === 1) return CONNACK
  if (kind !== 3) return undefined
  const header = length < 130 ? 2 : 3
  const idAt = at + header + 2 + bytes.readUInt16BE(at + header)
  return Buffer.from([0x40, 2, bytes[idAt] ?? 0, bytes[idAt + 1] ?? 0])
}

function respond(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.setNoDelay()
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    const answers: Buffer[] = []
    let at = 0
    for (let length = frameLength(bytes, at); length > 0; length = frameLength(bytes, at)) {
      const answer = answerTo(bytes, at, length)
      if (answer) answers.push(answer)
      at += length
    }
    rest = bytes.subarray(at)
    socket.write(answers.length === 1 && answers[0] ? answers[0] : Buffer.concat(answers))
  })
}

createServer(respond).listen(Number(process.env.PORT), '127.0.0.1', 4_096, () => process.send?.('ready'))
process.once('disconnect', () => process.exit(0))
