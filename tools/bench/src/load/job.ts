export type Account = { username: string; password: string }

/** How the load is shaped; both sides of a comparison get the same one. */
export type Shape = {
  metrics: 1 | 4
  warmupMs: number
  measureMs: number
} & (
  | { loop: 'closed'; window: number }
  /** Messages a second over all connections, sent on time whether or not the last was answered. */
  | { loop: 'open'; rate: number }
)

export type Order =
  | { order: 'connect'; port: number; accounts: Account[] }
  | { order: 'run'; shape: Shape }
  | { order: 'close' }

export type Latency = { p50: number; p99: number; p999: number; max: number }

export type Measured = {
  /** Acknowledged a second, in the measured time. */
  rate: number
  acked: number
  latencyMs: Latency
  /** Cores the generator itself used: near 1, it is the generator that was measured. */
  ownCpu: number
  /** Sent and never acknowledged within five seconds after the end. */
  unacked: number
  /** Over the whole run, warm-up included: what must be in the table. */
  ackedInAll: number
  brokenConnections: number
}

export type Answer =
  | { answer: 'connected'; connections: number; refused: number; tookMs: number }
  | { answer: 'measured'; measured: Measured }
  | { answer: 'closed' }
  | { answer: 'failed'; reason: string }
