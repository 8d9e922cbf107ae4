import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { wholeNumber } from '@carewatch/launcher/whole-number'
import { Command } from 'commander'
import type { Bench } from './bench.ts'
import { isMet, type Figure } from './figures.ts'
import { startGenerator } from './load/driver.ts'
import { profileRows } from './profile/rows.ts'
import { alarmRows } from './rows/alarms.ts'
import { comebackRows } from './rows/comeback.ts'
import { costRows } from './rows/cost.ts'
import { codecRows } from './rows/codecs.ts'
import { firstPageRows } from './rows/first-page.ts'
import { historyRows } from './rows/history.ts'
import { ingestRows } from './rows/ingest.ts'
import { listRows } from './rows/lists.ts'
import { latencyRows } from './rows/latency.ts'
import { memoryRows } from './rows/memory.ts'
import { soakRows } from './rows/soak.ts'
import { roomRows } from './rows/rooms.ts'
import { watchRows } from './rows/watches.ts'
import { scaleRows } from './scale/costs.ts'
import { startCluster } from './harness/cluster.ts'
import { QUIET_CORES, untilQuiet } from './harness/quiet.ts'
import { tableOf } from './table.ts'

/** After this no disturbed run is repeated: the whole must end within five minutes. */
const PATIENT_MS = 100_000
const RESULTS = join(import.meta.dirname, '../results')

/** In the order of the table; `pnpm bench --only latency,memory` runs some. */
const rows: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  ingest: ingestRows,
  latency: latencyRows,
  alarms: alarmRows,
  comeback: comebackRows,
  memory: memoryRows,
  rooms: roomRows,
  watches: watchRows,
  codecs: codecRows,
  history: historyRows,
  'first-page': firstPageRows,
  lists: listRows,
  soak: soakRows,
  cost: costRows,
  scale: scaleRows,
  profile: profileRows,
}
/** These take longer than all others together: only when they are asked for. */
const ASKED_FOR = new Set(['lists', 'soak', 'cost', 'scale', 'profile'])
const USUAL = Object.keys(rows).filter((name) => !ASKED_FOR.has(name))

const values = new Command('bench')
  .description('Each figure beside its limit, measured in the same run')
  .option(
    '--only <rows>',
    `some of ${Object.keys(rows).join(',')} (${[...ASKED_FOR].join(', ')} only when asked for)`,
  )
  .option('--rounds <count>', 'how often the rows that are disturbed easily are measured', wholeNumber, 2)
  .option('--minutes <count>', 'how long the soak is', wholeNumber, 60)
  .option('--millions <count>', 'up to how many million readings the cost is measured', wholeNumber, 100)
  .parse()
  .opts<{ only?: string; rounds: number; minutes: number; millions: number }>()
const chosen = values.only?.split(',') ?? USUAL
const unknown = chosen.filter((name) => !rows[name])
if (unknown.length) {
  console.error(`--only takes ${Object.keys(rows).join(', ')}; not ${unknown.join(', ')}`)
  process.exit(1)
}

const startedAt = performance.now()
const progress = (what: string) =>
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`)

const cluster = await startCluster()
// PostgreSQL is a group of its own: left alone it would outlive an impatient end.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.close().finally(() => process.exit(130)))
const generator = await startGenerator()
const figures: Figure[] = []
const plots: string[] = []
try {
  const bench = {
    cluster,
    generator,
    progress,
    plots,
    rounds: values.rounds,
    minutes: values.minutes,
    millions: values.millions,
    patientUntil: startedAt + PATIENT_MS,
  }
  for (const name of chosen) {
    const others = await untilQuiet()
    if (others > QUIET_CORES)
      progress(
        `others use ${others.toFixed(2)} of ${cpus().length} cores: ${name} will look worse than it is`,
      )
    figures.push(...((await rows[name]?.(bench)) ?? []))
  }
} finally {
  await generator.end()
  await cluster.close()
}

console.log(`\n${tableOf(figures)}`)
for (const plot of plots) console.log(`\n${plot}`)
mkdirSync(RESULTS, { recursive: true })
const file = join(RESULTS, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version }
writeFileSync(
  file,
  JSON.stringify({ machine, figures: figures.map((one) => ({ ...one, isMet: isMet(one) })) }, null, 2),
)
console.error(`\n${file}`)
process.exit(0)
