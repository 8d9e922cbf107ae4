import type { ProfileName } from '@carewatch/contracts/profiles'
import type { IwFrame } from './frame.ts'
import type { IwMessage } from './message.ts'

type Hints = readonly ProfileName[]

/** The last: whoever called itself so sends the newer ones all the same. */
const NEWER: Hints = ['iw-v3.03', 'iw-l009', 'iw-names-big-endian', 'iw-v2.10']
/** Both have the heartbeat that begins with an IMEI: the second oftener. */
const LIKE_L009: Hints = ['iw-l009', ...NEWER]

/** Opcodes that the first edition does not have. */
const NEWER_OPCODES = new Set(['APFD', 'APJK', 'APSP', 'APTP', 'APVR', 'APWR'])

const byVersion: readonly (readonly [RegExp, Hints])[] = [
  [/L009|C42/i, ['iw-l009']],
  [/3\.03/, ['iw-v3.03', 'iw-names-big-endian']],
  [/2\.10/, ['iw-v2.10', 'iw-names-big-endian']],
]

const IMEI_FIRST = /^,?\d{15},/
const STATE_WORD = /^,?(?=[0-9A-F]*[A-F])[0-9A-F]{10,12},/i
const TRV: Hints = ['iw-trv', ...NEWER]

/** Which models send such a thing: its version before all, then what only firmware since 2020 sends. Whoever calls itself TRV is one until something else is known. */
export function iwHints(
  { prefix, opcode, rest }: IwFrame,
  { firmware, login }: IwMessage,
): Hints | undefined {
  const named = byVersion.find(([pattern]) => firmware !== undefined && pattern.test(firmware))
  if (named) return named[1]
  if (NEWER_OPCODES.has(opcode)) return NEWER
  if (opcode === 'AP03' && IMEI_FIRST.test(rest)) return LIKE_L009
  if (opcode === 'AP03' && STATE_WORD.test(rest)) return NEWER
  return login && prefix === 'TRV' ? TRV : undefined
}
