import { homeTopic } from '@carewatch/contracts/topics'
import { expect, it } from 'vitest'
import { discoveryOf, statesOf } from './messages.ts'
import type { Measured } from '../readings/latest.ts'

const device = {
  id: 1,
  uuid: '01a2237e-3f9a-7d40-ab68-01a706b724d2',
  name: 'Miriam',
  model: 'One',
  isOnline: true,
  shownSince: new Date(0),
}
const time = new Date('2026-11-28T18:00:00Z')
const pulse: Measured = { metric: 'heartRate', value: 64, time }

const statedOf = (measured: Measured[], what: string): unknown => {
  const topic = homeTopic.state(device.uuid, what)
  const state = statesOf({ device, measured }).find((one) => one.topic === topic)
  return JSON.parse(state?.payload ?? '{}')
}

it('what a metric was is told, and that there is none any more: whoever wears the watch next has a name of their own', () => {
  expect(statedOf([pulse], 'heartRate')).toEqual({ value: 64, measured_at: time.toISOString() })
  expect(statedOf([], 'heartRate')).toEqual({ value: null, measured_at: null })
  expect(statedOf([pulse], 'spo2')).toEqual({ value: null, measured_at: null })
})

it('only what was measured becomes a sensor, and whether help is called for always', () => {
  const { components } = JSON.parse(discoveryOf({ device, measured: [pulse] }, 'en').payload)
  expect(Object.keys(components)).toEqual(['alarm', 'connection', 'heartRate'])
})
