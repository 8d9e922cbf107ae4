import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generated } from './generated.ts'

const folder = join(import.meta.dirname, '..', 'src', 'generated')
for (const [name, text] of Object.entries(await generated())) writeFileSync(join(folder, name), text)
