import { createHash } from 'node:crypto'

/** A code is good for one device alone. */
export const hashPairingCode = (deviceId: number, code: string): Buffer =>
  createHash('sha256').update(`${deviceId}:${code}`).digest()
