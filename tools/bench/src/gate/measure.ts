import { freePort } from '@carewatch/launcher/ports'
import pg from 'pg'
import { CLOSED, runLoad, THOUSAND, type Bench, type Run } from '../bench.ts'
import { accounts } from '../harness/accounts.ts'
import { startChild } from '../harness/child.ts'
import { makeCompany } from '../harness/company.ts'
import { startProduct } from '../harness/product.ts'
import type { Shape } from '../load/job.ts'
import type { Ratios } from './history.ts'

const METRICS = 4
const STEADY: Shape = { loop: 'open', rate: 2_000, metrics: METRICS, warmupMs: 3_000, measureMs: 8_000 }
const ALL_IT_TAKES: Shape = { ...CLOSED, metrics: METRICS }

type Runs = { all: Run; steady: Run }
/** `missing`: acknowledged readings that are not in the table, or are there twice. */
export type Measured = { ratios: Ratios; missing: number; note: string }

async function runBoth(bench: Bench, port: number, parts: Record<string, number>): Promise<Runs> {
  await bench.generator.connect(port, accounts(THOUSAND))
  const steady = await runLoad(bench, parts, STEADY)
  const all = await runLoad(bench, parts, ALL_IT_TAKES)
  await bench.generator.disconnect()
  return { all, steady }
}

async function ofNaiveChain(bench: Bench): Promise<Runs> {
  const port = await freePort()
  const DATABASE_URL = await bench.cluster.freshDatabase('gate_naive')
  const child = await startChild('tools/bench/src/limits/naive-chain.ts', {
    PORT: String(port),
    DATABASE_URL,
  })
  const runs = await runBoth(bench, port, { broker: child.pid })
  await child.end()
  return runs
}

async function ofProduct(bench: Bench): Promise<Runs & { missing: number }> {
  const url = await bench.cluster.freshDatabase('gate')
  await makeCompany(url, THOUSAND)
  const product = await startProduct(url)
  const runs = await runBoth(bench, product.mqttPort, product.parts)
  await product.end()
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from readings')
  await client.end()
  const acked = METRICS * (runs.all.ackedInAll + runs.steady.ackedInAll)
  return { ...runs, missing: Math.abs(acked - (rows[0]?.n ?? 0)) }
}

/** Microseconds of processor time a message costs all of these parts together. */
function microseconds({ cores, ackedInAll }: Run, parts = Object.keys(cores.parts)): number {
  const used = parts.filter((part) => part !== 'generator').map((part) => cores.parts[part] ?? 0)
  return (used.reduce((sum, one) => sum + one, 0) * cores.seconds * 1e6) / ackedInAll
}

const inAll = ({ all }: Runs): number => microseconds(all)

/** What a message costs, beside what it costs the naive chain in the same run: processor time, which hardly depends on who else is on the machine. */
export async function measureGate(bench: Bench): Promise<Measured> {
  bench.progress('the naive chain')
  const naive = await ofNaiveChain(bench)
  bench.progress('carewatch')
  const ours = await ofProduct(bench)
  return {
    ratios: {
      'processor time a message, all it takes': inAll(ours) / inAll(naive),
      'the same, broker alone': microseconds(ours.all, ['broker']) / microseconds(naive.all, ['broker']),
      'processor time a message at 2,000/s': microseconds(ours.steady) / microseconds(naive.steady),
    },
    missing: ours.missing,
    note: [
      `all it takes: ${inAll(ours).toFixed(0)} and ${inAll(naive).toFixed(0)} µs a message, ${Math.round(ours.all.rate)} and ${Math.round(naive.all.rate)} a second`,
      `at 2,000/s: ${microseconds(ours.steady).toFixed(0)} and ${microseconds(naive.steady).toFixed(0)} µs, acknowledged after ${ours.steady.latencyMs.p50.toFixed(1)} and ${naive.steady.latencyMs.p50.toFixed(1)} ms (p50), ${ours.steady.latencyMs.p99.toFixed(0)} and ${naive.steady.latencyMs.p99.toFixed(0)} ms (p99)`,
      `others used ${ours.all.cores.others.toFixed(1)} cores`,
    ].join('\n'),
  }
}
