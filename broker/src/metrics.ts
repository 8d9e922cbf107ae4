import type { OnStored } from '@carewatch/ingest/stored'
import { createRegistry } from '@carewatch/platform/telemetry/registry'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { measureCertificate } from './listeners/certificate-metrics.ts'

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

export type DeviceProtocol = 'mqtt' | 'tcp'

type Counted = { count: () => number }
type Now = {
  sessions: Counted & { inFlight: () => number }
  tcpConnections: Counted
  unknown: Counted
  /** The file of the one that devices are shown, where they are shown one. */
  certificate?: string | undefined
}

/** What the broker counts: connections, how long an acknowledgement takes and why, what was refused. */
export function createMetrics(now: Now) {
  const registry = createRegistry('broker')
  const registers = [registry]
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['reason'], registers })
  const rejected = counter('carewatch_messages_rejected_total', 'Messages or values we could not use')
  const refused = counter('carewatch_sign_ins_refused_total', 'Sign-ins refused, over MQTT or plain TCP')
  const retries = new Counter({
    name: 'carewatch_store_retries_total',
    help: 'Commits tried again because the database was away',
    registers,
  })
  const acknowledged = new Histogram({
    name: 'carewatch_acknowledgement_seconds',
    help: 'From a message read to its acknowledgement, which waits for the commit',
    // `door`: the former name of `protocol`, for one version.
    labelNames: ['protocol', 'door'],
    buckets: SECONDS,
    registers,
  })
  gauges(registers, now)
  if (now.certificate !== undefined) measureCertificate(registry, now.certificate)
  return {
    registry,
    onRejected: (reason: string): void => rejected.inc({ reason }),
    onRefused: (reason: string): void => refused.inc({ reason }),
    onRetry: (): void => retries.inc(),
    onStored: countCommits(registers),
    /** Answers what to call at an acknowledgement, with the `performance.now()` at which its message was read. */
    acknowledgedAt: (protocol: DeviceProtocol) => (since: number) =>
      acknowledged.observe({ protocol, door: protocol }, (performance.now() - since) / 1_000),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

function countCommits(registers: Registry[]): OnStored {
  const stored = new Counter({
    name: 'carewatch_messages_stored_total',
    help: 'Messages committed',
    registers,
  })
  const seconds = new Histogram({
    name: 'carewatch_commit_seconds',
    help: 'How long the database took for one commit',
    buckets: SECONDS,
    registers,
  })
  const lag = new Histogram({
    name: 'carewatch_ingest_lag_seconds',
    help: 'From the oldest message of a commit read to it committed',
    buckets: SECONDS,
    registers,
  })
  return (commit) => {
    stored.inc(commit.messages)
    seconds.observe(commit.seconds)
    lag.observe(commit.lagSeconds)
  }
}

function gauges(registers: Registry[], { sessions, tcpConnections, unknown }: Now): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) })
  }
  gauge('carewatch_mqtt_connections', 'Open MQTT sessions', sessions.count)
  gauge('carewatch_tcp_connections', 'Watches signed in over plain TCP', tcpConnections.count)
  gauge('carewatch_unknown_connections', 'Connections at every door that are not signed in', unknown.count)
  gauge('carewatch_messages_in_flight', 'Messages read and not yet acknowledged', sessions.inFlight)
}
