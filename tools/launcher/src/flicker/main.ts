import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { ROOT } from '../env.ts'
import { readReport } from '../test-run/report.ts'
import { type Kind, runVitest } from '../test-run/vitest.ts'
import { wholeNumber } from '../whole-number.ts'
import { conditionNames, conditions, joined } from './conditions.ts'
import { type Run, summaryOf } from './summary.ts'

type Options = { times: number; under: string[]; only: Kind[]; seed?: number }

const USUAL: Kind[] = ['unit', 'integration', 'journeys']
const command = new Command('test:flicker')
  .description('Runs the tests again and again under other conditions, and lists what failed even once')
  .option('--times <count>', 'how often under each condition', wholeNumber, 10)
  .option('--under <conditions...>', 'what goes on beside it; several at once as cores+zone', conditionNames)
  .addOption(
    new Option('--only <kinds...>', 'some kinds of tests').choices([...USUAL, 'long']).default(USUAL),
  )
  .option('--seed <number>', 'the order of the files of one run again', wholeNumber)
  .allowUnknownOption()
  .argument('[names...]', 'parts of file names, as for test')
  .addHelpText(
    'after',
    `\nConditions:\n${conditionNames.map((name) => `  ${name.padEnd(9)} ${conditions[name].what}`).join('\n')}`,
  )
  .parse()
const { times, under, only, seed } = command.opts<Options>()

try {
  for (const names of under) joined(names)
} catch (error) {
  // Safe: joined() throws nothing else.
  command.error((error as Error).message)
}

const RESULTS = join(ROOT, 'test-results/flicker')
mkdirSync(RESULTS, { recursive: true })

async function runOnce(name: string, round: number): Promise<Run> {
  const condition = joined(name)
  const order = seed ?? randomInt(1_000_000)
  const report = join(RESULTS, `${name}-${round}.json`)
  const env = condition.env?.() ?? {}
  const end = condition.load?.()
  const started = performance.now()
  try {
    const log = join(RESULTS, `${name}-${round}.log`)
    const code = await runVitest({ kinds: only, seed: order, args: command.args, report, env, log })
    const { passed, failures } = readReport(report)
    const seconds = Math.round((performance.now() - started) / 1_000)
    // A run that ended badly without a failed test is a failure too: something was thrown beside the tests.
    const all = code !== 0 && failures.length === 0 ? [`the run ended with ${code}: ${log}`] : failures
    return { condition: name, seed: order, passed, failures: all, seconds }
  } finally {
    end?.()
  }
}

const runs: Run[] = []
for (let round = 1; round <= times; round++) {
  for (const name of under) {
    const run = await runOnce(name, round)
    runs.push(run)
    const outcome = `${run.passed} passed, ${run.failures.length} failed`
    console.log(
      `${name.padEnd(15)} ${String(round).padStart(3)}  seed ${run.seed}  ${run.seconds} s  ${outcome}`,
    )
    for (const failure of run.failures) console.log(`                  ${failure}`)
  }
}
console.log(`\n${summaryOf(runs)}`)
process.exitCode = runs.some(({ failures }) => failures.length > 0) ? 1 : 0
