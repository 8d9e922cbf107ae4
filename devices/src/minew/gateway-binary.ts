import { type GatewayCodec, emptyScan } from '../gateway-codec.ts'
import { hex, s8, u16be, u32be, u8 } from '../kit/bytes.ts'
import { addSightings, type RawSighting, reject, rejected } from '../advertisements/sighting.ts'

export type MinewPacket = { adv: Uint8Array; flags: number; rssi: number }
export type MinewDevice = { mac: string; packets: MinewPacket[] }
export type MinewBinary = { gateway: string; devices: MinewDevice[] }

const HEADER = 14
const END = 0xdd

/** Undefined where its length or its end is not what it says, or what it holds does not fill it. */
export function readMinewBinary(bytes: Uint8Array): MinewBinary | undefined {
  if (bytes[0] !== 0xbb || bytes[1] !== 0x01 || u32be(bytes, 2) !== bytes.length) return undefined
  if (bytes.length < HEADER + 1 || bytes.at(-1) !== END) return undefined
  const devices: MinewDevice[] = []
  let at = HEADER
  for (let left = u16be(bytes, 12); left > 0; left--) {
    const device = readDevice(bytes, at)
    if (!device) return undefined
    devices.push(device.device)
    at = device.end
  }
  return at === bytes.length - 1 ? { gateway: hex(bytes.subarray(6, 12)), devices } : undefined
}

function readDevice(bytes: Uint8Array, start: number): { device: MinewDevice; end: number } | undefined {
  const packets: MinewPacket[] = []
  let at = start + 8
  for (let left = u16be(bytes, start + 6); left > 0; left--) {
    const length = u8(bytes, at)
    const end = at + 1 + length
    if (!(end + 2 < bytes.length)) return undefined
    packets.push({ adv: bytes.subarray(at + 1, end), flags: u8(bytes, end), rssi: s8(bytes, end + 1) })
    at = end + 2
  }
  if (at >= bytes.length) return undefined
  return { device: { mac: hex(bytes.subarray(start, start + 6)), packets }, end: at }
}

/** Its packet was an answer, not an advertisement. */
const isAnswer = ({ flags }: MinewPacket): boolean => (flags & 1) !== 0

function rowsOf({ mac, packets }: MinewDevice, time: number): RawSighting[] {
  const rsp = packets.find((packet) => isAnswer(packet) && packet.adv.length > 0)?.adv
  const sent = packets.filter((packet) => !isAnswer(packet))
  const rows = (sent.length > 0 ? sent : packets.slice(0, 1)).map(({ adv, rssi }): RawSighting => ({
    mac,
    rssi,
    time,
    adv,
    rsp,
  }))
  const loudest = Math.max(...packets.map(({ rssi }) => rssi))
  return rows.map((row) => ({ ...row, rssi: loudest }))
}

/** Minew's binary upload, the long form. */
export const minewBinary: GatewayCodec = (_topic, payload, context) => {
  const read = readMinewBinary(payload)
  if (!read) return rejected('shape', 'minew binary')
  const scan = emptyScan()
  const rows = read.devices.flatMap((device) => rowsOf(device, context.receivedAt))
  addSightings(scan, rows, context)
  if (read.devices.some(({ packets }) => packets.length === 0)) reject(scan, 'shape', 'no packets')
  return scan
}
