import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { ROOT } from '../env.ts'
import { findHelm } from './helm.ts'
import { MANIFESTS, manifests } from './render.ts'

const { write } = new Command('kubernetes')
  .description('Renders the plain manifests from the chart')
  .option('--write', 'into deploy/kubernetes', false)
  .parse()
  .opts<{ write: boolean }>()

const helm = findHelm()
if (!helm) throw new Error('Helm is not here and cannot be fetched: name it in HELM')
for (const [name, text] of manifests(helm)) {
  if (write) writeFileSync(join(ROOT, MANIFESTS, name), text)
  else process.stdout.write(`# ${name}\n${text}\n`)
}
