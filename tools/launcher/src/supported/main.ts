import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { ROOT } from '../env.ts'
import { supportedPage } from './page.ts'

const { write } = new Command('docs:supported')
  .description('Says which make of device does what, from the code')
  .option('--write', 'into docs/supported.md', false)
  .parse()
  .opts<{ write: boolean }>()

if (write) writeFileSync(join(ROOT, 'docs', 'supported.md'), supportedPage(ROOT))
else console.log(supportedPage(ROOT))
