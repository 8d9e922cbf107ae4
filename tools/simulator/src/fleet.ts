import { setTimeout as wait } from 'node:timers/promises'
import type { ScenarioName } from '@carewatch/contracts/simulator'
import { scenarios } from '../scenarios/index.ts'
import type { Credentials } from './credentials.ts'
import { createGateway } from './gateway.ts'
import type { Watch } from './simulated-watch.ts'
import { createWatch } from './watch.ts'

export type FleetOptions = {
  url: string
  everyMs: number
  speed: number
  onProblem: (problem: Error) => void
  /** The port for watches over plain sockets. */
  tcp?: { host: string; port: number }
}

/** Everything at once would be one message a cadence; spread over it, something always moves. */
const START_WITHIN_MS = 5_000

/** All the watches and gateways, alive over real MQTT. */
export function startFleet({ watches, gateways }: Credentials, options: FleetOptions) {
  const startedAt = Date.now()
  const stopping = new AbortController()
  const fleet = watches.map((watch) => createWatch(watch, { ...options, startedAt }))
  const walls = gateways.map((gateway) => createGateway(gateway, options))

  const waking = fleet.map(async (watch, index) => {
    const spread = Math.min(options.everyMs, START_WITHIN_MS)
    await wait((index / fleet.length) * spread, undefined, { signal: stopping.signal })
    watch.live()
  })
  // Stopped before all were awake: those still waiting need not wake.
  for (const one of waking) one.catch(() => {})

  return {
    watches: fleet,
    play: async (name: ScenarioName, index: number): Promise<void> => {
      const { watches: of = 1 } = scenarios[name]
      const chosen = [watchAt(fleet, index), ...fleet.slice(index + 1, index + of)]
      await Promise.all(chosen.map((watch) => watch.play(scenarios[name])))
    },
    close: async () => {
      stopping.abort()
      await Promise.allSettled([...fleet, ...walls].map((device) => device.close()))
    },
  }
}

function watchAt(fleet: readonly Watch[], index: number): Watch {
  const watch = fleet[index]
  if (!watch) throw new Error(`There is no watch ${index}: the fleet has ${fleet.length}.`)
  return watch
}
