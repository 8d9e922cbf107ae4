import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { describe, expect, it } from 'vitest'
import { newPushKeys, PushSettings } from './push-keys.ts'

const header = (publicKey: string, privateKey: string) =>
  webPush.getVapidHeaders('https://push.example', 'mailto:a@b.example', publicKey, privateKey, 'aes128gcm')

/** A pair whose private key begins with a zero: one in 256. */
function aPairWithZero() {
  for (;;) {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    if (pair.getPrivateKey().length < 32)
      return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
  }
}

describe('keys for Web Push', () => {
  it('are taken by the library that signs with them, each of a thousand', () => {
    for (let n = 0; n < 1000; n++) {
      const { publicKey, privateKey } = newPushKeys()
      expect(header(publicKey, privateKey).Authorization).toMatch(/^vapid t=/)
    }
  })

  it('that an earlier version kept without their zeros are read whole', () => {
    const { publicKey, privateKey } = aPairWithZero()
    expect(() => header(publicKey, privateKey)).toThrow('32 bytes')
    const read = PushSettings.parse({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })
    expect(header(publicKey, read.VAPID_PRIVATE_KEY ?? '').Authorization).toMatch(/^vapid t=/)
  })

  it.each(['', 'short', 'A'.repeat(44), 'ä'.repeat(43)])('are not %j', (text) => {
    expect(PushSettings.safeParse({ VAPID_PRIVATE_KEY: text }).success).toBe(false)
    expect(PushSettings.safeParse({ VAPID_PUBLIC_KEY: text }).success).toBe(false)
  })
})
