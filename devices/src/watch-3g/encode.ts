import type { Addressed, Down } from '../protocol.ts'
import { write3g } from './frame.ts'

/** `[MM*ID*LEN*TYPE,arguments]`; its answer is the type. The watch says how it wishes to be addressed with each message. */
export function encode3g(to: Addressed, type: string, args: readonly (string | number)[] = []): Down {
  const address = to.address || `3G*${to.imei.slice(4, 14)}`
  const count = (to.serial % 0x1_00_00).toString(16).padStart(4, '0')
  return { bytes: write3g(address, count, [type, ...args].join(',')), key: type }
}
