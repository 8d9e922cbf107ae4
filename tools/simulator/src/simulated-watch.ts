import type { Scenario } from '../scenarios/scenario.ts'

/** What every simulated watch is given, whatever its format. */
export type WatchOptions = {
  url: string
  everyMs: number
  /** How many times faster the body lives than the clock. */
  speed: number
  startedAt: number
  onProblem: (problem: Error) => void
  /** A second voice beside a fleet that already runs the same watch: it only plays its scenario. */
  isExtra?: boolean
  /** The port for those over plain sockets. */
  tcp?: { host: string; port: number }
}

export type Watch = {
  imei: string
  /** Resolves when the broker has let it in. */
  ready: () => Promise<void>
  /** Measures and reports on, until closed. */
  live: () => void
  play: (scenario: Scenario) => Promise<void>
  close: () => Promise<void>
}
