import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import pc from 'picocolors'
import { ROOT } from '../env.ts'
import { headCommit, recordIn, type Result } from './record.ts'
import { type Step, stepNames, type StepName, steps } from './steps.ts'

const PAGE = join(ROOT, 'docs/test-runs.md')

type Options = { only: StepName[]; write: boolean }
const { only, write } = new Command('test:all')
  .description('Everything that is tested, also what takes long')
  .addOption(new Option('--only <steps...>', 'some of it').choices(stepNames).default(stepNames))
  .option('--write', 'what became of it into docs/test-runs.md', false)
  .addHelpText(
    'after',
    `\nSteps:\n${stepNames.map((name) => `  ${name.padEnd(10)} ${steps[name].what}`).join('\n')}`,
  )
  .parse()
  .opts<Options>()

async function runStep(name: StepName): Promise<Result> {
  const { what, cannot, run }: Step = steps[name]
  const missing = cannot?.()
  if (missing) return { name, what, outcome: `skipped: ${missing}`, isGood: true, seconds: 0 }
  console.log(pc.bold(`\n${name}: ${what}`))
  const started = performance.now()
  const { isGood, outcome } = await run()
  return { name, what, outcome, isGood, seconds: Math.round((performance.now() - started) / 1_000) }
}

const results: Result[] = []
for (const name of only) results.push(await runStep(name))

console.log()
for (const { name, outcome, isGood, seconds } of results)
  console.log(
    `${isGood ? pc.green('✓') : pc.red('✗')} ${name.padEnd(10)} ${outcome} ${pc.dim(`${seconds} s`)}`,
  )
if (write)
  writeFileSync(
    PAGE,
    recordIn(readFileSync(PAGE, 'utf8'), results, { date: new Date(), commit: headCommit() }),
  )
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1
