import { Counter, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { withFormerNames } from './former-names.ts'

it('exposes a renamed metric under its former name too, with the same labels and values', async () => {
  const registry = new Registry()
  const registers = [registry]
  const batches = new Counter({
    name: 'carewatch_batches_evaluated_total',
    help: 'Batches',
    labelNames: ['priority'],
    registers,
  })
  batches.inc({ priority: 'urgent' }, 3)
  const name = 'carewatch_evaluation_seconds'
  new Histogram({ name, help: 'Seconds', buckets: [1], registers }).observe(0.5)
  new Counter({ name: 'carewatch_alarms_total', help: 'Alarms', registers }).inc()

  const lines = withFormerNames(await registry.metrics()).split('\n')
  expect(lines).toContain('carewatch_batches_evaluated_total{priority="urgent"} 3')
  expect(lines).toContain('carewatch_batches_judged_total{priority="urgent"} 3')
  expect(lines).toContain('# TYPE carewatch_judging_seconds histogram')
  expect(lines).toContain('carewatch_judging_seconds_bucket{le="1"} 1')
  expect(lines).toContain('carewatch_judging_seconds_sum 0.5')
  expect(lines.filter((line) => line.startsWith('carewatch_alarms_total'))).toHaveLength(1)
})
