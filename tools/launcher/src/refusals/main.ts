import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { ROOT } from '../env.ts'
import { openProject } from '../queries/open-project.ts'
import { findRefusals } from './find-refusals.ts'
import { REFUSALS_FILE, written } from './refusals-file.ts'

const { write } = new Command('docs:refusals')
  .description('Finds in the code what each call of the interface may refuse with')
  .option('--write', 'into api/src/openapi/refusals.json, from which the OpenAPI document is made', false)
  .parse()
  .opts<{ write: boolean }>()

const { project, close } = openProject({ root: ROOT, config: 'tsconfig.json' })
const text = written(findRefusals(project, ROOT))
close()
if (write) writeFileSync(REFUSALS_FILE, text)
else console.log(text)
