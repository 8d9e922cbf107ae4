import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const [A, IN] = [1, 1]
const ANSWER = 0x8180
const NO_SUCH_NAME = 3
const KEPT_SECONDS = 1

/** The first question: its name, its type, and where it ends. */
function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function record(address: string): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt16BE(0xc000 + HEADER_BYTES, 0)
  bytes.writeUInt16BE(A, 2)
  bytes.writeUInt16BE(IN, 4)
  bytes.writeUInt32BE(KEPT_SECONDS, 6)
  bytes.writeUInt16BE(4, 10)
  for (const [index, part] of address.split('.').entries()) bytes.writeUInt8(Number(part), 12 + index)
  return bytes
}

function answerTo(message: Buffer, addressesOf: (name: string) => readonly string[] | undefined): Buffer {
  const { name, type, end } = questionIn(message)
  const known = addressesOf(name)
  const addresses = type === A ? (known ?? []) : []
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(message.readUInt16BE(0), 0)
  header.writeUInt16BE(known ? ANSWER : ANSWER + NO_SUCH_NAME, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...addresses.map(record)])
}

/** The names of a cluster, at port 53 of an address of ours. */
export async function serveNames(
  address: string,
  addressesOf: (name: string) => readonly string[] | undefined,
): Promise<() => void> {
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    socket.send(answerTo(message, addressesOf), from.port, from.address)
  })
  socket.bind(53, address)
  await once(socket, 'listening')
  return () => socket.close()
}
