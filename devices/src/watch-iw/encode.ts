import { fromLatin1 } from '../kit/text.ts'
import type { Addressed, Down } from '../protocol.ts'

type Argument = string | number | boolean

/** `IWBPxx,imei,serial,arguments#`; its answer is `IWAPxx` with the same serial. */
export function encodeIw(to: Addressed, opcode: string, args: readonly Argument[] = []): Down {
  const serial = String(to.serial % 1_000_000).padStart(6, '0')
  const words = args.map((arg) => (typeof arg === 'boolean' ? Number(arg) : arg))
  const text = [`${to.address || 'IW'}BP${opcode}`, to.imei, serial, ...words].join(',')
  return { bytes: fromLatin1(`${text}#`), key: `AP${opcode}:${serial}` }
}
