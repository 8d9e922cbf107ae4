import type { Channel } from '@carewatch/contracts/escalation'
import type { LiveEvent } from '@carewatch/contracts/events'
import { createRegistry } from '@carewatch/platform/telemetry/registry'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Outcome } from './deliveries/outcome.ts'
import type { Publish } from './alarms/publish.ts'

const SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30, 120]

export type Evaluated = { isUrgent: boolean; batches: number; seconds: number; lagSeconds: number }

/** What the engine counts: how long evaluating takes and lags behind, which alarms it raised, what became of each message. */
export function createMetrics() {
  const registry = createRegistry('rules-engine')
  const registers = [registry]
  const delivered = new Counter({
    name: 'carewatch_deliveries_total',
    help: 'Messages to people, by what came of each try',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const deadLetters = new Counter({
    name: 'carewatch_dead_letters_total',
    help: 'Batches that could not be evaluated and became dead letters',
    registers,
  })
  return {
    registry,
    onEvaluated: countEvaluations(registers),
    countPublished: countPublished(registers),
    onDeadLetter: (): void => deadLetters.inc(),
    onSettled: (channel: Channel, { state }: Outcome): void => delivered.inc({ channel, outcome: state }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** `lane`: the former name of `priority`, for one version. */
const PRIORITY = ['priority', 'lane']

function countEvaluations(registers: Registry[]): (evaluated: Evaluated) => void {
  const batches = new Counter({
    name: 'carewatch_batches_evaluated_total',
    help: 'Batches of committed readings and events evaluated',
    labelNames: PRIORITY,
    registers,
  })
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: PRIORITY, buckets: SECONDS, registers })
  const seconds = histogram('carewatch_evaluation_seconds', 'How long evaluating and committing took')
  const lag = histogram('carewatch_evaluation_lag_seconds', 'From the oldest fact received to its evaluation')
  return (evaluated) => {
    const priority = evaluated.isUrgent ? 'urgent' : 'readings'
    const labels = { priority, lane: priority }
    batches.inc(labels, evaluated.batches)
    seconds.observe(labels, evaluated.seconds)
    lag.observe(labels, evaluated.lagSeconds)
  }
}

function countPublished(registers: Registry[]): (publish: Publish) => Publish {
  const alarms = new Counter({
    name: 'carewatch_alarms_total',
    help: 'What became of alarms, by kind',
    labelNames: ['kind', 'change'],
    registers,
  })
  const published = new Counter({
    name: 'carewatch_live_events_total',
    help: 'Events published to screens',
    labelNames: ['type'],
    registers,
  })
  return (publish) => (topic, event: LiveEvent) => {
    published.inc({ type: event.type })
    if (event.type === 'notification') alarms.inc({ kind: event.notification.kind, change: event.change })
    publish(topic, event)
  }
}
