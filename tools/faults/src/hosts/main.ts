import { loadavg } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { underFault } from '../environment/under-fault.ts'
import type { Row } from '../table.ts'
import { hostCases, type HostCase } from './cases.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { brokenOnHosts, keepHostRow, summaryOf, writeHostPage } from './page.ts'
import { cannotPlay } from './programs.ts'

const CALLS = 36
const LEAST_BETWEEN_MS = 300
const RESULTS = join(import.meta.dirname, '../../results/hosts')

const values = new Command('test:hosts')
  .description('Loses each of three machines and each part of them, and counts: docs/hosts.md')
  .option('--list', 'which faults there are', false)
  .option('--only <names>', 'some of them, by comma')
  .option('--write', 'the figures of docs/hosts.md anew', false)
  .parse()
  .opts<{ only?: string; list: boolean; write: boolean }>()
if (values.list) {
  for (const { name, fault } of hostCases) console.log(`${name.padEnd(24)} ${fault}`)
  process.exit(0)
}
const wanted = values.only?.split(',')
const unknown = wanted?.filter((name) => !hostCases.some((one) => one.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`--only takes what --list shows; not ${unknown.join(', ')}`)
  process.exit(1)
}
const reason = cannotPlay()
if (reason !== undefined) {
  console.log(`Not tried: ${reason}.`)
  process.exit(0)
}

let cluster: Cluster | undefined
async function end(code: number): Promise<never> {
  await cluster?.close()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))

async function tryOne(on: Cluster, { name, fault, disturb, lastsMs }: HostCase): Promise<Row> {
  const startedAt = performance.now()
  await on.untilWhole()
  const callEveryMs = Math.max(LEAST_BETWEEN_MS, lastsMs / CALLS)
  const finding = { seen: await underFault(on, () => disturb(on), { callEveryMs, backWithinMs: 15_000 }) }
  const broken = brokenOnHosts(finding.seen)
  if (broken.length > 0) on.keepLogs(join(RESULTS, name))
  return { name, fault, finding, broken, tookMs: performance.now() - startedAt }
}

cluster = await openCluster()
let failures = 0
for (const one of hostCases.filter(({ name }) => wanted?.includes(name) ?? true)) {
  const row = await tryOne(cluster, one).catch((error: unknown): Row => {
    cluster?.keepLogs(join(RESULTS, one.name))
    return { name: one.name, fault: one.fault, broken: [String(error)], tookMs: 0 }
  })
  keepHostRow({ ...row, load: loadavg()[0] ?? 0 })
  if (row.broken.length > 0) failures++
  console.log(summaryOf(row))
}
if (values.write) writeHostPage(hostCases.map(({ name }) => name))
await end(failures > 0 ? 1 : 0)
