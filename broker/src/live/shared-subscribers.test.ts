import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CommonLine, shareAudience } from './shared-subscribers.ts'

type Hear = Parameters<CommonLine['on']>[1]

/** A line on which everybody hears everything, their own words too. */
function createLine() {
  const ears = new Set<Hear>()
  let isCut = false
  const line: CommonLine = {
    on: (_, hear) => ears.add(hear),
    emit: (packet) => isCut || ears.forEach((hear) => hear(packet, () => {})),
  }
  return { line, cut: (cut: boolean) => (isCut = cut) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a door hears who listens at another, from before it came too, and when they leave', () => {
  const { line } = createLine()
  const one = shareAudience(line, 1)
  one.join(['live/device/a/readings'])
  const two = shareAudience(line, 2)
  expect(two.hears('live/device/a/readings')).toBe(true)
  expect(two.hears('live/device/b/readings')).toBe(false)
  one.join(['live/device/b/readings', 'live/device/a/readings'])
  one.leave(['live/device/a/readings'])
  expect([two.hears('live/device/a/readings'), two.hears('live/device/b/readings')]).toEqual([true, true])
  one.leave(['live/device/a/readings', 'live/device/b/readings'])
  expect([two.hears('live/device/a/readings'), two.hears('live/device/b/readings')]).toEqual([false, false])
})

it('what was missed while the line was cut is told again, and a door that is gone is forgotten', () => {
  const { line, cut } = createLine()
  const one = shareAudience(line, 1)
  const two = shareAudience(line, 2)
  cut(true)
  one.join(['live/device/a/readings'])
  expect(two.hears('live/device/a/readings')).toBe(false)
  cut(false)
  vi.advanceTimersByTime(6_000)
  expect(two.hears('live/device/a/readings')).toBe(true)
  cut(true)
  vi.advanceTimersByTime(25_000)
  expect(two.hears('live/device/a/readings')).toBe(false)
})

it('a door that closes takes its listeners along', () => {
  const { line } = createLine()
  const one = shareAudience(line, 1)
  const two = shareAudience(line, 2)
  one.join(['live/device/a/readings'])
  one.close()
  expect(two.hears('live/device/a/readings')).toBe(false)
})
