import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { ROOT } from '../env.ts'
import { drawing, withDrawing } from './draw.ts'

const { write } = new Command('docs:architecture')
  .description('Draws which package imports which, from the code')
  .option('--write', 'into docs/architecture.md', false)
  .parse()
  .opts<{ write: boolean }>()

const page = join(ROOT, 'docs', 'architecture.md')
if (write) writeFileSync(page, withDrawing(readFileSync(page, 'utf8'), drawing(ROOT)))
else console.log(drawing(ROOT))
