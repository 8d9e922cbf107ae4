import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { ROOT } from './env.ts'
import { closingWords, readReport } from './test-run/report.ts'
import { type Kind, runVitest } from './test-run/vitest.ts'
import { wholeNumber } from './whole-number.ts'

/** What guards a promise and is run before each commit lands; `test:all` has the rest. */
const USUAL: Kind[] = ['unit', 'integration', 'journeys']

type Options = { only?: Kind[]; seed: number }

const command = new Command('test')
  .description('Runs the tests; what follows goes on to vitest: parts of file names, -t "a name"')
  .addOption(
    new Option('--only <kinds...>', 'some kinds of tests').choices([...USUAL, 'long'] satisfies Kind[]),
  )
  .option('--seed <number>', 'the order of the files of another run', wholeNumber, randomInt(1_000_000))
  .allowUnknownOption()
  .argument('[names...]')
  .parse()
const { only, seed } = command.opts<Options>()

const report = join(ROOT, 'test-results/report.json')
// `test:int -- name` comes here as `-- -- name`: whatever stands after a second one vitest would not look at.
const args = command.args.filter((word) => word !== '--')
const code = await runVitest({ kinds: only ?? USUAL, seed, args, report })
console.log(closingWords(readReport(report), seed))
process.exit(code)
