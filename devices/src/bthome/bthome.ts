import type { BthomeObject } from './objects.ts'

export type BthomeValue = { object: BthomeObject; value: number | boolean | string; steps?: number }

/** What one BTHome (version 2) advertisement says. */
export type Bthome = {
  values: BthomeValue[]
  /** The number of an object that nobody knows: what follows it cannot be read. */
  unknown?: number
  isEncrypted: boolean
  /** It sends when something happens, and is silent between. */
  isTriggered: boolean
  /** Of an encrypted one: grows with each, and starts again. */
  counter?: number
  /** Why nothing was read: it is encrypted and there is no key, or the wrong one; or it is plain and should not be. */
  refused?: 'noKey' | 'wrongKey' | 'plain'
  /** An encrypted one's parts. */
  sealed?: Sealed
  mac?: string
}
export type Sealed = { cipher: Uint8Array; counter: Uint8Array; seal: Uint8Array }
