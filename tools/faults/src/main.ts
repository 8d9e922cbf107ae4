import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { wholeNumber } from '@carewatch/launcher/whole-number'
import { Command } from 'commander'
import type { Case } from './case.ts'
import { allCases } from './cases/index.ts'
import { together } from './cases/together.ts'
import { keepRow, writePage } from './page.ts'
import { createEnvironments } from './environments.ts'
import { type Row, summaryOf } from './table.ts'
import { brokenIn } from './broken-promises.ts'

/** Pairs of faults at random moments, in a whole run. */
const AT_ONCE = 4
const RESULTS = join(import.meta.dirname, '../results')

type Options = {
  only?: string
  list: boolean
  rounds: number
  seed: number
  random?: number
  write: boolean
}
const { seed, ...values } = new Command('test:faults')
  .description('Breaks the real programs, and says what held: docs/faults.md')
  .option('--list', 'which faults there are', false)
  .option('--only <names>', 'some of them, by comma')
  .option('--rounds <count>', 'how often each is tried', wholeNumber, 1)
  .option('--random <count>', 'instead of them so many pairs of faults at random moments', wholeNumber)
  .option('--seed <number>', 'the moments of another run', wholeNumber, randomInt(1_000_000))
  .option('--write', 'the figures of docs/faults.md anew', false)
  .parse()
  .opts<Options>()
if (values.list) {
  for (const { name, fault } of allCases) console.log(`${name.padEnd(28)} ${fault}`)
  process.exit(0)
}
const wanted = values.only?.split(',')
const unknown = wanted?.filter((name) => !allCases.some((one) => one.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`--only takes what --list shows; not ${unknown.join(', ')}`)
  process.exit(1)
}
const named = wanted ? allCases.filter(({ name }) => wanted.includes(name)) : allCases
const chosen = values.random
  ? together(values.random, seed)
  : [...named, ...(wanted ? [] : together(AT_ONCE, seed))]
const environments = createEnvironments()

async function tryOne({ name, fault, cannot, environment: which = 'usual', run }: Case): Promise<Row> {
  const startedAt = performance.now()
  const row = { name, fault, broken: [], tookMs: 0 }
  const skipped = cannot?.()
  if (skipped) return { ...row, skipped }
  const finished = environments.use(which, async (environment) => {
    const finding = await run(environment, seed).catch((error: unknown) => {
      environment.keepLogs(join(RESULTS, name))
      throw error
    })
    const broken = brokenIn(finding)
    if (broken.length > 0) environment.keepLogs(join(RESULTS, name))
    return { ...row, finding, broken }
  })
  const result = await finished.catch((error: unknown) => ({ ...row, broken: [String(error)] }))
  return { ...result, tookMs: performance.now() - startedAt }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void environments.close().finally(() => process.exit(130)))

const rows: Row[] = []
for (let round = 0; round < values.rounds; round++) {
  for (const one of chosen) {
    const row = await tryOne(one)
    rows.push(row)
    keepRow(row)
    console.log(summaryOf(row))
  }
}
await environments.close()
if (values.write) writePage(allCases.map(({ name }) => name))
const broken = rows.filter(({ broken: what }) => what.length > 0)
const skipped = rows.filter((row) => row.skipped)
console.log(
  `\n${rows.length} tried, ${broken.length} do not hold, ${skipped.length} could not be tried; seed ${seed}`,
)
process.exit(broken.length > 0 ? 1 : 0)
