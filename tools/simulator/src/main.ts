import { once, type EventEmitter } from 'node:events'
import { CommanderError } from 'commander'
import { scenarios } from '../scenarios/index.ts'
import { readCredentials, type Credentials } from './credentials.ts'
import { startFleet } from './fleet.ts'
import { readOptions, type Options } from './options.ts'
import { listenToPortal } from './listen-to-portal.ts'
import { createWatch } from './watch.ts'

/** As many devices as asked for, and other bodies when a seed is given. */
function chosen({ watches, gateways }: Credentials, options: Options): Credentials {
  const bodies = options.seed
  return {
    watches: watches
      .slice(0, options.watches)
      .map((watch, index) => (bodies === undefined ? watch : { ...watch, seed: bodies + index * 17 })),
    gateways: gateways.slice(0, options.gateways),
  }
}

let lastProblem = ''
function onProblem({ message }: Error): void {
  if (message !== lastProblem) console.error(`simulator: ${message}`)
  lastProblem = message
}

const tcpOf = ({ tcp }: Options) => (tcp ? { tcp } : {})

/** One story on one watch, beside whatever fleet is running, and then the end. */
async function playOnce(credentials: Credentials, options: Options, { name, index }: Story): Promise<void> {
  const found = credentials.watches[index]
  if (!found)
    throw new Error(`--scenario: there is no watch ${index}, there are ${credentials.watches.length}`)
  if (scenarios[name].watches)
    throw new Error(`--scenario: ${name} is of a running fleet: say with --watches how many it has`)
  const watch = createWatch(found, {
    url: options.url,
    everyMs: options.every * 1_000,
    speed: 1,
    startedAt: Date.now(),
    onProblem,
    isExtra: true,
    ...tcpOf(options),
  })
  await watch.ready()
  console.log(`${name} on "${found.name}": ${scenarios[name].story}`)
  await watch.play(scenarios[name])
  await watch.close()
}
type Story = NonNullable<Options['scenario']>

const asked = (...signals: string[]): Promise<unknown> =>
  // Safe: a process emits these as any emitter does; its types list them one overload each.
  Promise.race(signals.map((signal) => once(process as EventEmitter, signal)))

async function runFleet(credentials: Credentials, options: Options): Promise<void> {
  const fleet = startFleet(credentials, {
    url: options.url,
    everyMs: options.every * 1_000,
    speed: options.speed,
    onProblem,
    ...tcpOf(options),
  })
  console.log(`${credentials.watches.length} watches and ${credentials.gateways.length} gateways`)
  process.send?.('ready')
  if (options.scenario) fleet.play(options.scenario.name, options.scenario.index).catch(onProblem)
  const listening = listenToPortal(fleet, {
    watches: credentials.watches,
    url: options.url,
    password: process.env['SERVICE_SECRET'],
    onProblem,
  })
  await asked('SIGTERM', 'SIGINT', 'disconnect')
  await listening?.close()
  await fleet.close()
}

try {
  const options = readOptions(process.argv.slice(2))
  const credentials = chosen(readCredentials(options.credentials), options)
  const isFleet = options.scenario === undefined || options.watches !== undefined
  await (isFleet || !options.scenario
    ? runFleet(credentials, options)
    : playOnce(credentials, options, options.scenario))
  process.exit(0)
} catch (error) {
  // Somebody asked for help, and has it.
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0)
  console.error(`simulator: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
