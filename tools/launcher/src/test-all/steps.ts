import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../env.ts'
import { readReport } from '../test-run/report.ts'
import { type Kind, runVitest } from '../test-run/vitest.ts'
import { findTimescale } from '../testing/local-timescale.ts'

export type Outcome = { isGood: boolean; outcome: string }
export type Step = {
  what: string
  /** Why it cannot run on this machine. */
  cannot?: () => string | undefined
  run: () => Promise<Outcome>
}

const hasDocker = (): boolean => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0

async function tests(name: string, kinds: Kind[], more: { env: Record<string, string>; args?: string[] }) {
  const seed = randomInt(1_000_000)
  const report = join(ROOT, 'test-results', `${name}.json`)
  const code = await runVitest({ kinds, seed, args: more.args ?? [], report, env: more.env })
  const { passed, failed, skipped } = readReport(report)
  return {
    isGood: code === 0,
    outcome: `${passed} passed, ${failed} failed, ${skipped} skipped (seed ${seed})`,
  }
}

async function program(path: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [path, ...args], { cwd: ROOT, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { isGood: code === 0, outcome: code === 0 ? 'held' : `ended with ${code}` }
}

export const steps = {
  tests: {
    what: 'every kind of test, with more made-up input, every screen for every role, and a short soak',
    run: () => tests('tests', ['unit', 'integration', 'journeys', 'long'], { env: { TEST_ALL: 'true' } }),
  },
  timescale: {
    what: 'integration and journeys on TimescaleDB: in a container, or the one that is installed',
    cannot: () =>
      hasDocker() || findTimescale() ? undefined : 'neither Docker nor an installed TimescaleDB here',
    run: () =>
      tests('timescale', ['integration', 'journeys'], {
        env: { TEST_DATABASE: hasDocker() ? 'timescale' : 'installed' },
      }),
  },
  containers: {
    what: 'the image built, docker-compose.yml from nothing to an SOS on its administrator’s screen, and down again',
    cannot: () => (hasDocker() ? undefined : 'no Docker here'),
    run: () => tests('containers', ['long'], { env: { TEST_CONTAINERS: 'true' }, args: ['containers'] }),
  },
  recipes: {
    what: 'docs/adding.md tried on a copy: what one more of each kind takes is asked for, and a made-up metric goes from MQTT to its alarm, tile, graph, form and export',
    run: () => program('tools/launcher/src/recipes/main.ts'),
  },
  faults: {
    what: 'what breaks and what holds (docs/faults.md)',
    run: () => program('tools/faults/src/main.ts'),
  },
  speed: {
    what: 'what a message costs beside the naive chain, red where it costs more than it used to (tools/bench)',
    run: () => program('tools/bench/src/gate/main.ts'),
  },
  attack: {
    what: 'five minutes of attacks on the MQTT broker (docs/protocol.md)',
    run: () => program('broker/src/conformance/fuzz/main.ts', '--long'),
  },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof steps
// Safe: the record's own keys.
export const stepNames = Object.keys(steps) as StepName[]
