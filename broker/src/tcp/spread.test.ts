import { nothingDecoded } from '@carewatch/devices/codec'
import { expect, it } from 'vitest'
import { spread } from './spread.ts'

const moment = 1_000_000
const reading = (metric: number, value: number, time = moment) => ({ metric, value, time })
const at = (lat: number, time = moment) => ({ time, lat, lng: 1, accuracyM: null, source: 'GPS' as const })

it('gives what names no time one of its own, of each metric by itself', () => {
  const readings = [reading(10, 81), reading(1, 70), reading(10, 80), reading(10, 75, 5), reading(10, 77)]
  const positions = [at(1), at(2, 5), at(3)]
  const { decoded, last } = spread({ ...nothingDecoded(), readings, positions }, moment)
  expect(decoded.readings.map(({ metric, value, time }) => [metric, value, time - moment])).toEqual([
    [10, 81, 0],
    [1, 70, 0],
    [10, 80, 1],
    [10, 75, 5 - moment],
    [10, 77, 2],
  ])
  expect(decoded.positions.map(({ lat, time }) => [lat, time - moment])).toEqual([
    [1, 0],
    [2, 5 - moment],
    [3, 1],
  ])
  expect(last).toBe(moment + 2)
})

it('leaves what is apart as it is', () => {
  const decoded = { ...nothingDecoded(), readings: [reading(10, 81), reading(1, 70), reading(10, 80, 5)] }
  expect(spread(decoded, moment)).toEqual({ decoded, last: moment })
  expect(spread(decoded, moment).decoded).toBe(decoded)
})
