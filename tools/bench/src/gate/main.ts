import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@carewatch/launcher/env'
import { headCommit } from '@carewatch/launcher/test-all/record'
import { Command } from 'commander'
import { startCluster } from '../harness/cluster.ts'
import { startGenerator } from '../load/driver.ts'
import { compare, type Entry } from './history.ts'
import { measureGate } from './measure.ts'

const HISTORY = join(ROOT, 'tools/bench/history.json')

const { keep } = new Command('bench:gate')
  .description(
    'A minute and a half: what a message costs, beside the naive chain; red where it costs more than it used to',
  )
  .option('--keep', 'note it in tools/bench/history.json', false)
  .parse()
  .opts<{ keep: boolean }>()

// Safe: written here alone.
const history = JSON.parse(readFileSync(HISTORY, 'utf8')) as Entry[]
const cluster = await startCluster()
const generator = await startGenerator()
const progress = (what: string): void => console.error(what)
const unused = { rounds: 1, minutes: 0, millions: 0, patientUntil: 0, plots: [] }
async function measure() {
  try {
    return await measureGate({ ...unused, cluster, generator, progress })
  } finally {
    await generator.end()
    await cluster.close()
  }
}
const { ratios, missing, note } = await measure()

const compared = compare(ratios, history)
console.log(note)
for (const { name, value, usual, isLost } of compared)
  console.log(
    `${isLost ? 'LOST' : 'held'}  ${value.toFixed(2)} x  ${name} (usual: ${usual?.toFixed(2) ?? 'nothing is known'})`,
  )
if (missing > 0) console.log(`LOST  ${missing} acknowledged readings are missing or double`)
if (keep) {
  const entry: Entry = { date: new Date().toISOString().slice(0, 10), commit: headCommit(), ratios }
  writeFileSync(HISTORY, `${JSON.stringify([...history, entry], null, 2)}\n`)
}
process.exit(missing > 0 || compared.some(({ isLost }) => isLost) ? 1 : 0)
