import { afterEach, expect, it } from 'vitest'
import { startCollector } from './testing.ts'
import { idsOf, isSampled, openTracing } from './tracing.ts'

const trace = { deviceUuid: '01a200f8-473b-7443-bbb0-d4cab927ff4d', time: 1_795_000_000_123 }
const open: { close: () => Promise<void> }[] = []
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

it('joins what two parts did with one message, though neither told the other', async () => {
  const collector = await startCollector()
  open.push(collector)
  const env = { METRICS_HOST: '127.0.0.1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const [door, rules] = [await openTracing('broker', env), await openTracing('rules-engine', env)]
  const at = Date.now()
  rules?.add(trace, { name: 'evaluate', from: at + 3, to: at + 5, attributes: { kind: 'SOS' } })
  door?.root(trace, { name: 'device message', from: at, to: at + 4 })
  door?.add(trace, { name: 'commit', from: at + 1, to: at + 4 })
  await Promise.all([door?.close(), rules?.close()])

  const { traceId, spanId } = idsOf(trace)
  const found = collector.spans.map(({ part, name, parentSpanId, ...ids }) => ({
    part,
    name,
    parentSpanId: parentSpanId || undefined,
    traceId: ids.traceId,
  }))
  expect(found).toHaveLength(3)
  expect(found).toContainEqual({
    part: 'broker',
    name: 'device message',
    parentSpanId: undefined,
    traceId,
  })
  expect(found).toContainEqual({ part: 'broker', name: 'commit', parentSpanId: spanId, traceId })
  expect(found).toContainEqual({ part: 'rules-engine', name: 'evaluate', parentSpanId: spanId, traceId })
  expect(collector.spans.find(({ name }) => name === 'device message')?.spanId).toBe(spanId)
})

it('follows the share of messages it was told to, the same ones at every part', () => {
  const all = Array.from({ length: 10_000 }, (_, time) => idsOf({ ...trace, time }))
  const followed = all.filter((ids) => isSampled(ids, 0.1)).length
  expect(followed).toBeGreaterThan(850)
  expect(followed).toBeLessThan(1_150)
  expect(all.filter((ids) => isSampled(ids, 1))).toHaveLength(10_000)
  expect(all.filter((ids) => isSampled(ids, 0))).toHaveLength(0)
})

it('does nothing where no collector is set, and ends although one is away', async () => {
  expect(await openTracing('api', { METRICS_HOST: '127.0.0.1' })).toBeUndefined()
  const away = await openTracing('api', {
    METRICS_HOST: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  })
  away?.root(trace, { name: 'device message', from: 1, to: 2 })
  await expect(away?.close()).resolves.toBeUndefined()
})
