import { join } from 'node:path'
import type { Profiler } from 'node:inspector'
import { CLOSED, runLoad, THOUSAND, type Bench, type Run } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { accounts } from '../harness/accounts.ts'
import { startCluster } from '../harness/cluster.ts'
import { makeCompany } from '../harness/company.ts'
import { startProduct, type Product } from '../harness/product.ts'
import { openScreen } from '../harness/viewer.ts'
import type { Shape } from '../load/job.ts'
import { byFunction, byPlace, type Spent } from './spent.ts'
import { countStatements, type DatabaseWork } from './statements.ts'

const PROFILED = ['--import', join(import.meta.dirname, 'preload.ts')]
const COUNTED = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' }
const PARTS = ['broker', 'rules', 'api'] as const
const LOOKED_AT = 100
const WARM: Shape = { loop: 'open', rate: 1_000, metrics: 4, warmupMs: 1_000, measureMs: 7_000 }
const open = (rate: number): Shape => ({ loop: 'open', rate, metrics: 4, warmupMs: 0, measureMs: 8_000 })
/** The last is as many as it takes. */
const LOADS: readonly [name: string, shape: Shape][] = [
  ['200/s', open(200)],
  ['2,000/s', open(2_000)],
  ['all it takes', { ...CLOSED, metrics: 4, warmupMs: 0 }],
]
const SHOWN = 18
const SHOWN_GROWING = 8
const TEXT_LENGTH = 90

type On = { databaseUrl: string; product: Product }
type Seen = { run: Run; work: DatabaseWork; profiles: Record<string, Profiler.Profile> }

async function profiled(bench: Bench, { databaseUrl, product }: On, shape: Shape): Promise<Seen> {
  const end = await countStatements(databaseUrl)
  await Promise.all(PARTS.map(async (part) => product.children[part]?.ask('begin profile')))
  const run = await runLoad(bench, product.parts, shape)
  const asked = PARTS.map(async (part) => {
    // Safe: this is what the preloaded profiler answers.
    const profile = (await product.children[part]?.ask('end profile')) as Profiler.Profile
    return [part, profile] as const
  })
  return { run, profiles: Object.fromEntries(await Promise.all(asked)), work: await end() }
}

const perMessage = (what: number, { acked }: Run): string => (what / acked).toFixed(1).padStart(8)

const spentLines = (spent: readonly Spent[], run: Run): string[] =>
  spent.slice(0, SHOWN).map(({ name, us }) => `${perMessage(us, run)} µs  ${name}`)

function databaseLines({ work, run }: Seen): string[] {
  const grown = [...work.grown].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN_GROWING)
  return [
    `commits ${perMessage(work.commits, run)} a message, write-ahead log ${perMessage(work.walBytes, run)} bytes a message`,
    '  calls/message  µs/message  planning  WAL bytes  statement',
    ...work.statements.map(({ text, calls, ms, planMs, walBytes }) =>
      [
        (calls / run.acked).toFixed(4).padStart(15),
        perMessage(ms * 1_000, run),
        perMessage(planMs * 1_000, run),
        perMessage(walBytes, run),
        ` ${text.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH)}`,
      ].join('  '),
    ),
    ...grown.map(([name, bytes]) => `${perMessage(bytes, run)} bytes  ${name}`),
  ]
}

function textOf(name: string, seen: Seen): string {
  const { run, profiles } = seen
  return [
    `## ${name}: ${Math.round(run.rate)} acknowledged a second`,
    '',
    'database',
    ...databaseLines(seen),
    ...PARTS.flatMap((part) => {
      const profile = profiles[part]
      if (!profile) return []
      return [
        '',
        `${part}, by place`,
        ...spentLines(byPlace(profile), run),
        '',
        `${part}, by function`,
        ...spentLines(byFunction(profile), run),
      ]
    }),
  ].join('\n')
}

const coreFigures = (name: string, { cores, rate }: Run): Figure[] =>
  Object.entries(cores.parts).map(([part, used]) => ({
    name: `${part} at ${name}`,
    unit: 'µs CPU a message',
    value: (used / rate) * 1e6,
    limits: [],
    note: `${used.toFixed(2)} of a core; others ${cores.others.toFixed(2)}`,
  }))

/** Where the microseconds of a message go: by part, by statement, by library and function, at three loads. */
export async function profileRows(given: Bench): Promise<Figure[]> {
  const cluster = await startCluster(COUNTED)
  const bench = { ...given, cluster }
  const figures: Figure[] = []
  try {
    for (const [at, [name, shape]] of LOADS.entries()) {
      bench.progress(`where the time goes at ${name}`)
      const url = await cluster.freshDatabase(`profile_${at}`)
      const devices = await makeCompany(url, THOUSAND)
      const product = await startProduct(url, {}, PROFILED)
      const looked = devices.slice(0, LOOKED_AT).map(({ uuid }) => uuid)
      const screen = await openScreen(product.httpPort, looked, () => {})
      await bench.generator.connect(product.mqttPort, accounts(THOUSAND))
      await bench.generator.run(WARM)
      const seen = await profiled(bench, { databaseUrl: url, product }, shape)
      await bench.generator.disconnect()
      screen.close()
      await product.end()
      figures.push(...coreFigures(name, seen.run))
      bench.plots.push(textOf(name, seen))
    }
  } finally {
    await cluster.close()
  }
  return figures
}
