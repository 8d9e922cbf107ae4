import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MessageBus, shareSubscribers } from './shared-subscribers.ts'

type Listener = Parameters<MessageBus['on']>[1]

/** A line on which everybody hears everything, their own words too. */
function createBus() {
  const listeners = new Set<Listener>()
  let isCut = false
  const bus: MessageBus = {
    on: (_, receive) => listeners.add(receive),
    emit: (packet) => isCut || listeners.forEach((receive) => receive(packet, () => {})),
  }
  return { bus, cut: (cut: boolean) => (isCut = cut) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a door hears who listens at another, from before it came too, and when they leave', () => {
  const { bus } = createBus()
  const one = shareSubscribers(bus, 1)
  one.join(['live/device/a/readings'])
  const two = shareSubscribers(bus, 2)
  expect(two.has('live/device/a/readings')).toBe(true)
  expect(two.has('live/device/b/readings')).toBe(false)
  one.join(['live/device/b/readings', 'live/device/a/readings'])
  one.leave(['live/device/a/readings'])
  expect([two.has('live/device/a/readings'), two.has('live/device/b/readings')]).toEqual([true, true])
  one.leave(['live/device/a/readings', 'live/device/b/readings'])
  expect([two.has('live/device/a/readings'), two.has('live/device/b/readings')]).toEqual([false, false])
})

it('what was missed while the line was cut is told again, and a door that is gone is forgotten', () => {
  const { bus, cut } = createBus()
  const one = shareSubscribers(bus, 1)
  const two = shareSubscribers(bus, 2)
  cut(true)
  one.join(['live/device/a/readings'])
  expect(two.has('live/device/a/readings')).toBe(false)
  cut(false)
  vi.advanceTimersByTime(6_000)
  expect(two.has('live/device/a/readings')).toBe(true)
  cut(true)
  vi.advanceTimersByTime(25_000)
  expect(two.has('live/device/a/readings')).toBe(false)
})

it('a door that closes takes its listeners along', () => {
  const { bus } = createBus()
  const one = shareSubscribers(bus, 1)
  const two = shareSubscribers(bus, 2)
  one.join(['live/device/a/readings'])
  one.close()
  expect(two.has('live/device/a/readings')).toBe(false)
})
