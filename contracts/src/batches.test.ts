import { expect, it } from 'vitest'
import { packReadings, unpackReadings } from './batches.ts'

it('unpacks what it packed, to the digit, whatever its place in a larger buffer', () => {
  const columns = {
    count: 3,
    deviceId: Int32Array.of(1, 2, 2_000_000_000, 9),
    metric: Uint8Array.of(1, 5, 10, 9),
    time: Float64Array.of(1_795_000_000_000, 1_795_000_000_001, 0, 9),
    value: Float32Array.of(72, 36.6, 0, 9),
  }
  const packed = packReadings(columns, 1_795_000_000_500)
  const shifted = Buffer.alloc(packed.length + 3)
  shifted.set(packed, 3)

  const unpacked = unpackReadings(shifted.subarray(3))

  expect(unpacked.count).toBe(3)
  expect(unpacked.receivedAt).toBe(1_795_000_000_500)
  expect([...unpacked.deviceId]).toEqual([1, 2, 2_000_000_000])
  expect([...unpacked.metric]).toEqual([1, 5, 10])
  expect([...unpacked.time]).toEqual([1_795_000_000_000, 1_795_000_000_001, 0])
  expect([...unpacked.value]).toEqual([72, Math.fround(36.6), 0])
})
