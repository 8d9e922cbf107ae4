import { expect, it } from 'vitest'
import { isAddressOf } from './private-address.ts'

it('explains an address by the sample of the Bluetooth Core Specification, Vol 3, Part H, D.7', () => {
  const key = Buffer.from('ec0234a357c8ad05341010a60a397d9b', 'hex')
  expect(isAddressOf(key, '7081940dfbaa')).toBe(true)
  expect(isAddressOf(key, '7081940dfbab')).toBe(false)
  expect(isAddressOf(Buffer.from(key).reverse(), '7081940dfbaa')).toBe(false)
  expect(isAddressOf(key.subarray(1), '7081940dfbaa')).toBe(false)
})

it('explains no address that stays', () => {
  const key = Buffer.alloc(16)
  for (const mac of ['c081940dfbaa', '0081940dfbaa', '8081940dfbaa'])
    expect(isAddressOf(key, mac)).toBe(false)
})
