import { expect, it } from 'vitest'
import { graphKeys, summedGraphs, unpackDays } from './summed-days.ts'

it('finds and reads each graph by a number of its own', () => {
  expect(new Set(graphKeys).size).toBe(summedGraphs.length)
  expect(new Set(summedGraphs.map(([first]) => first)).size).toBe(summedGraphs.length)
})

it('reads days one after another, each with as many times as it has', () => {
  const bytes = new DataView(new ArrayBuffer(2 * 18 + 18 + 2 * 8))
  const entry = (at: number, count: number, samples: [number, number][]) => {
    bytes.setInt16(at, count)
    for (const [index, [inDay, value]] of samples.entries()) {
      bytes.setInt32(at + 2 + index * 8, inDay)
      bytes.setFloat32(at + 6 + index * 8, value)
    }
  }
  const head = (at: number, day: number, length: number) => {
    bytes.setInt32(at, day)
    bytes.setInt32(at + 4, length)
  }
  head(0, 20_000, 36)
  entry(8, 3, [
    [60_000, 36.5],
    [120_000, 70],
  ])
  entry(26, 1, [
    [900_000, 71],
    [900_000, 71],
  ])
  head(44, 20_002, 18)
  entry(52, 32_767, [
    [0, 40],
    [86_399_999, 180],
  ])
  const day = 20_000 * 86_400_000
  expect(unpackDays(new Uint8Array(bytes.buffer), 1)).toEqual([
    { count: 3, row: [day + 60_000, 36.5, day + 120_000, 70] },
    { count: 1, row: [day + 900_000, 71, day + 900_000, 71] },
    { count: 32_767, row: [day + 2 * 86_400_000, 40, day + 3 * 86_400_000 - 1, 180] },
  ])
  expect(unpackDays(new Uint8Array(0), 1)).toEqual([])
})
