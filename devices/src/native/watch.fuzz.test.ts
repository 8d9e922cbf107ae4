import { metricById, metrics } from '@carewatch/contracts/metrics'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { native } from './watch.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const leaves = fc.constantFrom('readings', 'event', 'nonsense')

/** JSON that looks like a watch's, with anything at all in its fields. */
const fields = fc.dictionary(
  fc.constantFrom(
    'time',
    'type',
    'sleep',
    'wearing',
    'position',
    '__proto__',
    'constructor',
    ...Object.keys(metrics),
  ),
  fc.anything(),
)
const messages = fc.oneof(fields, fc.array(fields, { maxLength: 5 }), fc.anything()).map((value) => {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return String(typeof value)
  }
})
const payloads = fc.oneof(
  messages.map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 512 }),
)

it('survives whatever a device may send, and lets through only what a living person can measure', () => {
  fc.assert(
    fc.property(leaves, payloads, (leaf, payload) => {
      const decoded = native(leaf, payload, noon)
      for (const { metric, time, value } of decoded.readings) {
        const name = metricById(metric)
        const { min, max } = metrics[name ?? 'heartRate'].range
        expect(name).toBeDefined()
        expect(value).toBeGreaterThanOrEqual(min)
        expect(value).toBeLessThanOrEqual(max)
        expect(Number.isSafeInteger(time)).toBe(true)
        expect(time).toBeLessThanOrEqual(noon + 5 * 60_000)
      }
      for (const { detail } of decoded.rejects) expect(detail.length).toBeLessThanOrEqual(64)
    }),
    { numRuns: 5_000, seed: 7 },
  )
})
