import { expect, it } from 'vitest'
import { isPushService } from './hosts.ts'

const hosts = 'fcm.googleapis.com, *.push.apple.com, push.house.test:8443'

it.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:443/x',
  'https://web.push.apple.com/QGuI',
  'https://push.house.test:8443/x',
])('writes to %s', (address) => {
  expect(isPushService(address, hosts)).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://fcm.googleapis.com.evil.test/x',
  'https://evilpush.apple.com/x',
  'https://push.apple.com.evil.test/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com:22/x',
  'https://push.house.test/x',
  'https://push.house.test:8444/x',
  'https://somebody@fcm.googleapis.com/x',
])('does not write to %s', (address) => {
  expect(isPushService(address, hosts)).toBe(false)
})
